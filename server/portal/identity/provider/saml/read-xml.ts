import { SaxesParser, type SaxesTagNS } from 'saxes';
import { escape } from '../../../../platform/http/html.ts';

/** An element with its namespace. Attributes without a namespace are by name; others are by `{namespace}name`. */
export interface Element {
  name: string;
  namespace: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  /** All text directly inside. */
  text: string;
}

export interface XmlLimits {
  characters: number;
  elements: number;
  depth: number;
  /** Whether comments and processing instructions are skipped; they are errors otherwise. */
  comments?: boolean;
}

/**
 * Reads a whole document strictly. A document type is refused, so there are no entities, and no other document is loaded.
 * @throws Error that says what is wrong
 */
export function readXml(xml: string, { characters, elements, depth, comments = false }: XmlLimits): Element {
  if (xml.length > characters) throw new Error(`The document has more than ${characters} characters.`);
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: Element[] = [];
  let root: Element | undefined;
  let count = 0;
  const refuse = (what: string) => () => {
    throw new Error(`The document contains ${what}.`);
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', refuse('a document type (DTD)'));
  if (!comments) {
    parser.on('comment', refuse('a comment'));
    parser.on('processinginstruction', refuse('a processing instruction'));
  }
  parser.on('opentag', (tag) => {
    count += 1;
    if (count > elements) throw new Error(`The document has more than ${elements} elements.`);
    if (open.length >= depth) throw new Error(`The document is nested more than ${depth} deep.`);
    const element = elementOf(tag);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const text = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  if (!root) throw new Error('The document is empty.');
  return root;
}

function elementOf({ local, uri, attributes }: SaxesTagNS): Element {
  const named = Object.values(attributes)
    .filter(({ prefix, local: name }) => prefix !== 'xmlns' && name !== 'xmlns')
    .map((each) => [each.uri === '' ? each.local : `{${each.uri}}${each.local}`, each.value] as const);
  return { name: local, namespace: uri, attributes: Object.fromEntries(named), children: [], text: '' };
}

export function childrenOf(element: Element | undefined, namespace: string, name: string): Element[] {
  return element?.children.filter((child) => child.name === name && child.namespace === namespace) ?? [];
}

/** The only child of that name; undefined when there is none, or more than one. */
export function onlyChild(
  element: Element | undefined,
  namespace: string,
  name: string,
): Element | undefined {
  const found = childrenOf(element, namespace, name);
  return found.length === 1 ? found[0] : undefined;
}

/** The element and everything in it. */
export function* everyElement(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}

/** An element as a document of its own, without attributes of a namespace. */
export function writeXml({ name, namespace, attributes, children, text }: Element): string {
  const own = Object.entries(attributes)
    .filter(([key]) => !key.startsWith('{'))
    .map(([key, value]) => ` ${key}="${escape(value)}"`);
  return `<${name} xmlns="${escape(namespace)}"${own.join('')}>${escape(text)}${children.map(writeXml).join('')}</${name}>`;
}
