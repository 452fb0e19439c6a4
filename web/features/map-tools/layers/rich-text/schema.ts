import { type Extensions, InputRule, Mark, mergeAttributes, Node, PasteRule } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { isSafeLink } from '../../../../map/safe-links.ts';
import type { Choice } from '../setting-fields.tsx';

/**
 * What the editor of popup texts represents: a part of the HTML that ArcGIS supports in popups
 * (https://doc.arcgis.com/en/arcgis-online/reference/supported-html.htm). `html.ts` compares each text before
 * and after, so that HTML beyond this is edited as source and never lost.
 */
export function textExtensions(choices: readonly Choice[]): Extensions {
  return [
    StarterKit.configure({
      paragraph: false,
      strike: false,
      code: false,
      codeBlock: false,
      trailingNode: false,
      dropcursor: false,
      link: {
        openOnClick: false,
        autolink: false,
        isAllowedUri: (address) => isSafeLink(address),
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    Paragraph,
    KeptInline,
    fieldNode(choices),
  ];
}

/** One line of plain text and fields, such as the title of a popup. */
export function lineExtensions(choices: readonly Choice[]): Extensions {
  return [
    StarterKit.configure({
      ...Object.fromEntries(
        ['document', 'paragraph', 'bold', 'italic', 'underline', 'strike', 'code', 'codeBlock', 'link'].map(
          (name) => [name, false],
        ),
      ),
      ...Object.fromEntries(
        [
          'heading',
          'blockquote',
          'bulletList',
          'orderedList',
          'listItem',
          'listKeymap',
          'hardBreak',
          'horizontalRule',
          'trailingNode',
          'dropcursor',
        ].map((name) => [name, false]),
      ),
    }),
    Node.create({ name: 'doc', topNode: true, content: 'paragraph' }),
    Paragraph,
    fieldNode(choices),
  ];
}

/** Fields and expressions between braces. */
export const tokens = /\{[^{}\n]+\}/g;

/** A field's value in a text, shown as a chip with the field's name. */
function fieldNode(choices: readonly Choice[]) {
  const titles = new Map(choices.map(({ value, title }) => [value, title]));
  const token = (text: string | undefined) => (text && titles.has(text) ? text : undefined);
  return Node.create({
    name: 'field',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      token: { default: '', parseHTML: (element: HTMLElement) => element.dataset['field'] ?? '' },
    }),
    parseHTML: () => [{ tag: 'span[data-field]', priority: 100 }],
    renderHTML: ({ node }) => [
      'span',
      { 'data-field': String(node.attrs['token']) },
      titles.get(String(node.attrs['token'])) ?? String(node.attrs['token']),
    ],
    renderText: ({ node }) => String(node.attrs['token']),
    addInputRules() {
      return [
        new InputRule({
          find: /\{[^{}\n]+\}$/,
          handler: ({ range, match, chain }) => {
            const found = token(match[0]);
            if (!found) return null;
            chain()
              .insertContentAt(range, { type: 'field', attrs: { token: found } })
              .run();
          },
        }),
      ];
    },
    addPasteRules() {
      return [
        new PasteRule({
          find: tokens,
          handler: ({ range, match, chain }) => {
            const found = token(match[0]);
            if (!found) return null;
            chain()
              .insertContentAt(range, { type: 'field', attrs: { token: found } })
              .run();
          },
        }),
      ];
    },
  });
}

/** Declarations that can't move a text out of its place or load anything. */
const textProperty =
  /^(?:color|background|background-color|font|font-[a-z]+|text-[a-z-]+|line-height|letter-spacing|vertical-align|(?:margin|padding)(?:-[a-z]+)?)$/;

/** The declarations of a `style` attribute; undefined if one of them isn't about text. */
export function declarations(style: string | null): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (const part of (style ?? '').split(';')) {
    if (!part.trim()) continue;
    const [name = '', ...rest] = part.split(':');
    const property = name.trim().toLowerCase();
    const value = rest.join(':').trim();
    if (!textProperty.test(property) || !value || /url\(|expression\(|-\d/i.test(value)) return undefined;
    found.set(property, value);
  }
  return found;
}

const blocks =
  'address, article, blockquote, div, dl, figure, h1, h2, h3, h4, h5, h6, hr, ol, p, pre, table, ul';

/** A paragraph: `p`, a `div` without other blocks, or text that stands in no element (`data-bare`). */
const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({
    tag: {
      default: 'p',
      parseHTML: (element: HTMLElement) => ('bare' in element.dataset ? '' : element.localName),
      renderHTML: () => ({}),
      keepOnSplit: true,
    },
    style: { default: null },
  }),
  parseHTML: () => [
    { tag: 'p', getAttrs: (element) => styled(element) },
    { tag: 'div', getAttrs: (element) => (element.querySelector(blocks) ? false : styled(element)) },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    node.attrs['tag'] || 'p',
    mergeAttributes(HTMLAttributes, node.attrs['tag'] === '' ? { 'data-bare': '' } : {}),
    0,
  ],
});

function styled(element: HTMLElement): null | false {
  return declarations(element.getAttribute('style')) ? null : false;
}

/** Inline elements that have no button, with the attributes that ArcGIS supports. */
const keptTags = ['span', 'font', 'sub', 'sup', 'del', 'mark', 'code', 'abbr'] as const;
const keptAttributes = ['style', 'color', 'size', 'title'] as const;

export interface KeptAttributes {
  tag: (typeof keptTags)[number];
  attributes: Record<string, string>;
}

const KeptInline = Mark.create({
  name: 'kept',
  // Elements stand in each other, each with its own style.
  excludes: '',
  addAttributes: () => ({
    tag: { default: 'span', parseHTML: (element: HTMLElement) => element.localName },
    attributes: {
      default: {},
      parseHTML: (element: HTMLElement) =>
        Object.fromEntries(
          keptAttributes
            .filter((name) => element.hasAttribute(name))
            .map((name) => [name, element.getAttribute(name)]),
        ),
    },
  }),
  parseHTML: () => keptTags.map((tag) => ({ tag, getAttrs: (element) => styled(element) })),
  renderHTML: ({ mark }) => {
    const { tag, attributes } = mark.attrs as KeptAttributes;
    return [tag, attributes, 0];
  },
});
