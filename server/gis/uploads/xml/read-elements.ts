import { SaxesParser } from 'saxes';
import { readHead } from '../bytes/read-bytes.ts';
import { guessEncoding, isKnownEncoding, readText } from '../text/read-text.ts';
import { uploadFault, type UploadFile, uploadLimits } from '../upload-source.ts';

/** A completely read element. Names have no prefix. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
  /** Line of its beginning. */
  line: number;
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text of a child, trimmed; undefined when there is none. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.text.trim() || undefined;
}

/** Maximum number of elements within one that is read as a whole. */
const maxElements = 2_000_000;

/**
 * Reads an XML text and yields every element of the given names as a whole, one after the other; nested
 * elements are part of it. Entities of a document type are never expanded: a document that declares some is
 * rejected.
 * @throws MappingError `services:invalid-upload` with the line
 */
export async function* readElements(
  file: UploadFile,
  names: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const found: XmlElement[] = [];
  const collector = new Collector(names, found);
  const parser = new SaxesParser({ position: true });
  const here = () => ({ line: parser.line });
  parser.on('error', (error) => {
    throw uploadFault('broken-xml', here(), { reason: error.message.replace(/^[^ ]*\d+:\d+: /, '') });
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw uploadFault('xml-entities', here());
  });
  parser.on('opentag', ({ name, attributes }) => {
    collector.open(name, attributes as Record<string, string>, parser.line);
    if (collector.depth > uploadLimits.nesting)
      throw uploadFault('too-deep', here(), { most: uploadLimits.nesting });
    if (collector.elements > maxElements) throw uploadFault('too-many-parts', here());
  });
  parser.on('closetag', () => collector.close());
  parser.on('text', (text) => collector.text(text));
  parser.on('cdata', (text) => collector.text(text));
  let fed = 0;
  for await (const chunk of readText(file, await encodingOf(file))) {
    const before = collector.events;
    parser.write(chunk);
    fed = collector.events === before ? fed + chunk.length : 0;
    if (Math.max(fed, collector.characters) > uploadLimits.featureBytes)
      throw uploadFault('feature-too-large', here(), { most: uploadLimits.featureBytes / 1_000_000 });
    yield* found.splice(0);
  }
  parser.close();
  yield* found.splice(0);
}

/** Builds the requested elements. */
class Collector {
  depth = 0;
  /** Elements and characters of the current element. */
  elements = 0;
  characters = 0;
  /** Grows with every event. */
  events = 0;
  readonly #names: ReadonlySet<string>;
  readonly #found: XmlElement[];
  readonly #open: XmlElement[] = [];

  constructor(names: ReadonlySet<string>, found: XmlElement[]) {
    this.#names = names;
    this.#found = found;
  }

  open(qualified: string, attributes: Record<string, string>, line: number): void {
    this.depth += 1;
    this.events += 1;
    const name = qualified.slice(qualified.indexOf(':') + 1);
    const parent = this.#open.at(-1);
    if (!parent && !this.#names.has(name)) return;
    const element: XmlElement = { name, attributes, children: [], text: '', line };
    parent?.children.push(element);
    this.#open.push(element);
    this.elements += 1;
  }

  close(): void {
    this.depth -= 1;
    this.events += 1;
    const element = this.#open.pop();
    if (!element || this.#open.length > 0) return;
    this.#found.push(element);
    this.elements = 0;
    this.characters = 0;
  }

  text(text: string): void {
    this.events += 1;
    const element = this.#open.at(-1);
    if (!element) return;
    element.text += text;
    this.characters += text.length;
  }
}

/** By the byte order mark, else by the XML declaration, else UTF-8. */
async function encodingOf(file: UploadFile): Promise<string> {
  const head = await readHead(file.path, 1_000);
  const { encoding, mark } = guessEncoding(head);
  if (mark > 0) return encoding;
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(head.toString('latin1'))?.[1] ?? 'utf-8';
  if (isKnownEncoding(declared)) return declared;
  throw uploadFault('unknown-encoding', { line: 1 }, { encoding: declared });
}
