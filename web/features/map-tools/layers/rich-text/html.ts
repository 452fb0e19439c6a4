import { type Editor, getSchema } from '@tiptap/core';
import {
  type DOMOutputSpec,
  DOMParser as NodeParser,
  DOMSerializer,
  type Mark,
  type Node,
  type Schema,
} from '@tiptap/pm/model';
import type { Choice } from '../setting-fields.tsx';
import { declarations, lineExtensions, textExtensions, tokens } from './schema.ts';

/** Reads the HTML of a popup as a document of the editor; undefined if a part of it would be lost. */
export function readHtml(html: string, choices: readonly Choice[]): object | undefined {
  const schema = getSchema(textExtensions(choices));
  const body = parse(html);
  const expected = canonical(body);
  wrapBareText(body);
  markFields(body, choices);
  const document = NodeParser.fromSchema(schema).parse(body);
  return canonical(parse(writeHtml(document))) === expected ? document.toJSON() : undefined;
}

/** Writes a document of the editor as HTML of a popup. */
export function writeHtml(document: Node): string {
  const body = parse('');
  const page = body.ownerDocument;
  const serializer = serializerOf(document.type.schema);
  body.append(serializer.serializeFragment(document.content, { document: page }));
  for (const element of body.querySelectorAll(`[${keptStyle}]`)) {
    element.setAttribute('style', element.getAttribute(keptStyle) ?? '');
    element.removeAttribute(keptStyle);
  }
  for (const field of body.querySelectorAll('[data-field]')) field.replaceWith(...field.childNodes);
  for (const bare of body.querySelectorAll('[data-bare], li > p:first-child:not([style])')) {
    const before = bare.previousElementSibling;
    const needsElement =
      before?.hasAttribute('data-bare') || bare.nextElementSibling?.hasAttribute('data-bare');
    if (needsElement && bare.parentElement?.localName !== 'li') continue;
    bare.replaceWith(...bare.childNodes);
  }
  for (const bare of body.querySelectorAll('[data-bare]')) bare.removeAttribute('data-bare');
  const html = body.innerHTML;
  return html === '<p></p>' ? '' : html;
}

/** Reads a line of text with fields, such as a popup's title. */
export function readLine(text: string, choices: readonly Choice[]): object {
  const known = new Set(choices.map(({ value }) => value));
  const content = splitTokens(text, known).map((part) =>
    known.has(part) ? { type: 'field', attrs: { token: part } } : { type: 'text', text: part },
  );
  const document = { type: 'doc', content: [{ type: 'paragraph', content }] };
  return getSchema(lineExtensions(choices)).nodeFromJSON(document).toJSON() as object;
}

/** Writes a line of text with fields. */
export function writeLine(document: Editor['state']['doc']): string {
  return document.textBetween(0, document.content.size, ' ', (leaf) => String(leaf.attrs['token'] ?? ''));
}

/** A document of its own: nothing in it loads or runs. */
function parse(html: string): HTMLElement {
  // With the tag, scripts and styles at the beginning belong to the body too.
  return new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;
}

/** Writes fields as text, and styles as they were read: a browser would rewrite them. */
function serializerOf(schema: Schema): DOMSerializer {
  const { nodes, marks } = DOMSerializer.fromSchema(schema);
  const keepStyle =
    <One extends Node | Mark>(render: (one: One, inline: boolean) => DOMOutputSpec) =>
    (one: One, inline = false): DOMOutputSpec => {
      const spec = render(one, inline) as readonly [string, ...unknown[]];
      const { style, attributes } = one.attrs as { style?: string; attributes?: { style?: string } };
      const kept = style ?? attributes?.style;
      if (!kept) return spec;
      const { style: _style, ...others } = spec[1] as Record<string, string>;
      return [spec[0], { ...others, [keptStyle]: kept }, ...spec.slice(2)];
    };
  const field = ({ attrs }: Node): DOMOutputSpec => ['span', { 'data-field': '' }, String(attrs['token'])];
  return new DOMSerializer({ ...mapValues(nodes, keepStyle), field }, mapValues(marks, keepStyle));
}

const keptStyle = 'data-kept-style';

function mapValues<One>(record: Record<string, One>, change: (one: One) => One): Record<string, One> {
  return Object.fromEntries(Object.entries(record).map(([name, one]) => [name, change(one)]));
}

/** The text and its known tokens, one after another. */
function splitTokens(text: string, known: ReadonlySet<string>): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (!known.has(token)) continue;
    parts.push(text.slice(end, index), token);
    end = index + token.length;
  }
  return [...parts, text.slice(end)].filter(Boolean);
}

/** Puts each known token of a text into an element, which the editor reads as a field. */
function markFields(body: HTMLElement, choices: readonly Choice[]): void {
  const known = new Set(choices.map(({ value }) => value));
  const page = body.ownerDocument;
  const walker = page.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parts = splitTokens(text.data, known);
    if (!parts.some((part) => known.has(part))) continue;
    text.replaceWith(
      ...parts.map((part) => {
        if (!known.has(part)) return part;
        const field = page.createElement('span');
        field.dataset['field'] = part;
        return field;
      }),
    );
  }
}

const blockTags = new Set(
  'address article aside blockquote body dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul video audio'.split(
    ' ',
  ),
);
const isBlock = (node: ChildNode): boolean => blockTags.has(node.nodeName.toLowerCase());
const isBlank = (node: ChildNode): boolean => node.nodeType === 3 && !/[^ \t\r\n]/.test(node.nodeValue ?? '');

/** Wraps text outside of paragraphs, so that it can be distinguished from paragraphs afterwards. */
function wrapBareText(body: HTMLElement): void {
  for (const container of [body, ...body.querySelectorAll('li, blockquote')]) {
    let paragraph: HTMLElement | undefined;
    for (const node of Array.from(container.childNodes)) {
      if (isBlock(node)) paragraph = undefined;
      else if (paragraph) paragraph.append(node);
      else if (!isBlank(node)) {
        paragraph = container.ownerDocument.createElement('p');
        paragraph.dataset['bare'] = '';
        node.replaceWith(paragraph);
        paragraph.append(node);
      }
    }
  }
}

const voidTags = new Set(['br', 'img', 'input', 'source', 'iframe', 'object', 'embed', 'script']);
const synonyms: Readonly<Record<string, string>> = { i: 'em', b: 'strong' };

interface Run {
  text: string;
  tags: string;
  style: Record<string, string>;
}

/**
 * What an element shows, in one spelling: its blocks in order, and in each its text with the inline elements
 * around it. The order of inline elements, white space and synonyms (`b`, `strong`) don't matter.
 */
function canonical(element: Element): string {
  const parts: string[] = [];
  let runs: Run[] = [];
  const flush = () => {
    if (runs.length > 0) parts.push(joined(runs));
    runs = [];
  };
  const read = (parent: Element, tags: readonly string[], style: Readonly<Record<string, string>>) => {
    for (const node of parent.childNodes) {
      if (node.nodeType === 3) runs.push({ text: node.nodeValue ?? '', tags: tags.toSorted().join(), style });
      else if (node instanceof Element) readElement(node, parent, tags, style);
      else parts.push(`<!${node.nodeValue}>`);
    }
  };
  const readElement = (
    one: Element,
    parent: Element,
    tags: readonly string[],
    style: Readonly<Record<string, string>>,
  ) => {
    const tag = synonyms[one.localName] ?? one.localName;
    if (isBlock(one)) {
      flush();
      const isPlainItem = tag === 'p' && one.attributes.length === 0 && parent.localName === 'li';
      const inner = canonical(one);
      parts.push(isPlainItem ? inner : `<${tag}${attributesOf(one)}>${inner}</${tag}>`);
    } else if (one.childNodes.length === 0) {
      if (voidTags.has(tag)) runs.push({ text: `<${tag}${attributesOf(one)}>`, tags: '', style: {} });
    } else if (tag === 'span') {
      const own = declarations(one.getAttribute('style'));
      const isPlain = own && attributesOf(one, 'style') === '';
      read(one, isPlain ? tags : [...tags, `span${attributesOf(one)}`], {
        ...style,
        ...Object.fromEntries(own ?? []),
      });
    } else read(one, [...tags, `${tag}${attributesOf(one)}`], style);
  };
  read(element, [], {});
  flush();
  return parts.join('');
}

function attributesOf(element: Element, except = ''): string {
  return [...element.attributes]
    .filter(({ name }) => name !== except)
    .map(({ name, value }) => {
      const style = name === 'style' ? declarations(value) : undefined;
      return ` ${name}=${style ? [...style].map((pair) => pair.join(':')).join(';') : value}`;
    })
    .toSorted()
    .join('');
}

/** Runs as a text, without the white space that isn't shown. */
function joined(runs: readonly Run[]): string {
  const merged: { key: string; text: string }[] = [];
  let spaced = true;
  for (const { text, tags, style } of runs) {
    const isElement = text.startsWith('<') && text.endsWith('>');
    let shown = isElement ? text : text.replaceAll(/[ \t\r\n]+/g, ' ');
    if (!isElement && spaced) shown = shown.replace(/^ /, '');
    if (shown === '') continue;
    spaced = shown.endsWith(' ') || shown === '<br>';
    const key = `${tags}|${JSON.stringify(Object.entries(style).toSorted())}`;
    const last = merged.at(-1);
    if (shown === '<br>' && last) last.text = last.text.replace(/ $/, '');
    if (last?.key === key) last.text += shown;
    else merged.push({ key, text: shown });
  }
  const last = merged.at(-1);
  if (last) last.text = last.text.replace(/ $/, '');
  return merged
    .filter(({ text }) => text !== '')
    .map(({ key, text }) => `[${key}]${text}`)
    .join('');
}
