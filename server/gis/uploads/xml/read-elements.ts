import { uploadFault, type UploadFile } from '../upload-source.ts';
import { parseXml, type XmlHandler } from './parse-xml.ts';

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
 * elements are part of it.
 * @param name of the file inside an archive
 * @throws MappingError `services:invalid-upload` with the line
 */
export async function* readElements(
  file: Pick<UploadFile, 'path' | 'meter'>,
  names: ReadonlySet<string>,
  name?: string,
): AsyncGenerator<XmlElement> {
  for await (const { found } of parseXml(file, new Collector(names), name)) yield* found.splice(0);
}

/** Builds the requested elements. */
class Collector implements XmlHandler {
  characters = 0;
  readonly found: XmlElement[] = [];
  /** Elements within the current element. */
  #elements = 0;
  readonly #names: ReadonlySet<string>;
  readonly #open: XmlElement[] = [];

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    const parent = this.#open.at(-1);
    if (!parent && !this.#names.has(name)) return;
    const element: XmlElement = { name, attributes, children: [], text: '', line };
    parent?.children.push(element);
    this.#open.push(element);
    this.#elements += 1;
    if (this.#elements > maxElements) throw uploadFault('too-many-parts', { line });
  }

  close(): void {
    const element = this.#open.pop();
    if (!element || this.#open.length > 0) return;
    this.found.push(element);
    this.#elements = 0;
    this.characters = 0;
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (!element) return;
    element.text += text;
    this.characters += text.length;
  }
}
