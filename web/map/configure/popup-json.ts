import type { LayerField } from '../layers/layer-fields.ts';

/** A field in a popup (web map specification, `fieldInfo`). */
export interface PopupFieldJson {
  /** A field, or `expression/NAME`. */
  fieldName?: string;
  label?: string;
  visible?: boolean;
  format?: PopupFormatJson | null;
  [other: string]: unknown;
}

export interface PopupFormatJson {
  places?: number;
  digitSeparator?: boolean;
  dateFormat?: string;
}

export interface PopupMediaJson {
  type?: string;
  title?: string;
  caption?: string;
  value?: { sourceURL?: string; linkURL?: string; fields?: string[]; [other: string]: unknown };
  [other: string]: unknown;
}

/** A piece of a popup's content. Kinds that cannot be edited here are kept. */
export interface PopupElementJson {
  type: string;
  text?: string;
  fieldInfos?: PopupFieldJson[];
  mediaInfos?: PopupMediaJson[];
  /** Arcade that returns the content. */
  expressionInfo?: { expression?: string; title?: string; [other: string]: unknown };
  [other: string]: unknown;
}

export interface PopupExpressionJson {
  name?: string;
  title?: string;
  expression?: string;
  returnType?: string;
  [other: string]: unknown;
}

/** A popup (web map specification, `popupInfo`), as far as it is edited here; other members are kept. */
export interface PopupJson {
  title?: string;
  popupElements?: PopupElementJson[];
  /** The aliases and formats of all fields. */
  fieldInfos?: PopupFieldJson[];
  expressionInfos?: PopupExpressionJson[];
  [other: string]: unknown;
}

/** Technical fields, which popups omit by default. */
const technical =
  /^(shape|st_)(_+|\()?(area|length|len|leng|perimeter)?\b|^(created|last_edited)_(user|date)$/i;

/** The fields that a popup shows by default. */
export function readableFields(fields: readonly LayerField[]): LayerField[] {
  return fields.filter(({ name, isId }) => !isId && !technical.test(name));
}

/** The default format of a field: numbers with separators, except years and codes. */
export function usualField({ name, title, kind, choices, isWhole }: LayerField): PopupFieldJson {
  const format: PopupFormatJson | undefined =
    kind === 'date'
      ? { dateFormat: 'shortDate' }
      : kind === 'number' && !choices
        ? { places: isWhole ? 0 : 2, digitSeparator: !/year|code|jahr/i.test(`${name} ${title}`) }
        : undefined;
  return { fieldName: name, label: title, visible: true, ...(format && { format }) };
}

/** A popup for a layer without one: its name as title, and a list of its fields. */
export function usualPopup(
  fields: readonly LayerField[],
  titleField: string | undefined,
  title: string,
): PopupJson {
  const fieldInfos = readableFields(fields).map(usualField);
  const named = titleField !== undefined && fields.some(({ name, isId }) => name === titleField && !isId);
  return {
    title: named ? `{${titleField}}` : title,
    fieldInfos,
    popupElements: [{ type: 'fields', fieldInfos }],
  };
}

/** The rows of a list of fields: its own, or those of the popup. */
export function rowsOf(popup: PopupJson, element: PopupElementJson): readonly PopupFieldJson[] {
  return (element.fieldInfos ?? popup.fieldInfos ?? []).filter(({ visible }) => visible !== false);
}

/** A copy with one element replaced, or without it. */
export function withElement(
  popup: PopupJson,
  index: number,
  element: PopupElementJson | undefined,
): PopupJson {
  const elements = popup.popupElements ?? [];
  return {
    ...popup,
    popupElements: element ? elements.with(index, element) : elements.toSpliced(index, 1),
  };
}

/** A copy of a list with one of its members at another place. */
export function moved<One>(list: readonly One[], from: number, to: number): One[] {
  const one = list[from];
  if (one === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}

/**
 * A copy of a list of fields with other rows. Aliases and formats also apply to texts and charts, which read them from
 * the popup itself.
 */
export function withRows(popup: PopupJson, index: number, rows: readonly PopupFieldJson[]): PopupJson {
  const element = popup.popupElements?.[index];
  if (!element) return popup;
  const named = new Map(rows.map((row) => [row.fieldName, row]));
  const known = popup.fieldInfos ?? [];
  const fieldInfos = [
    ...known.map((one) => {
      const row = named.get(one.fieldName);
      return row ? { ...row, visible: one.visible ?? true } : one;
    }),
    ...rows.filter(({ fieldName }) => !known.some((one) => one.fieldName === fieldName)),
  ];
  return { ...withElement(popup, index, { ...element, fieldInfos: [...rows] }), fieldInfos };
}

/** Kinds of media that can be added. */
export const mediaKinds = ['image', 'columnchart', 'piechart', 'linechart'] as const;

/** A new element for a popup. */
export function newElement(
  kind: 'text' | 'fields' | 'image' | 'chart' | 'expression' | 'attachments',
  fields: readonly LayerField[],
): PopupElementJson {
  const readable = readableFields(fields);
  const numbers = readable.filter((field) => field.kind === 'number' && !field.choices);
  const texts = readable.filter((field) => field.kind === 'text' && !field.choices);
  switch (kind) {
    case 'text':
      return { type: 'text', text: '' };
    case 'fields':
      return { type: 'fields', fieldInfos: readable.map(usualField) };
    case 'image': {
      // Another text would be shown as a broken picture.
      const likely = texts.find(({ name }) => /image|photo|picture|foto|bild|url/i.test(name));
      const value = { sourceURL: likely ? `{${likely.name}}` : '' };
      return { type: 'media', mediaInfos: [{ type: 'image', title: '', value }] };
    }
    case 'chart': {
      const value = { fields: numbers.slice(0, 2).map(({ name }) => name) };
      return { type: 'media', mediaInfos: [{ type: 'columnchart', title: '', value }] };
    }
    case 'expression': {
      const text = texts[0] ? `Text($feature[${JSON.stringify(texts[0].name)}])` : "'…'";
      return { type: 'expression', expressionInfo: { title: '', expression: contentOf(text) } };
    }
    case 'attachments':
      return { type: 'attachments', displayType: 'auto' };
  }
}

/** Arcade that returns a text as the content of a popup. */
function contentOf(text: string): string {
  return `return {\n  type: 'text',\n  text: ${text}\n};`;
}

/** Whether the value of such an expression, as JSON, is content that popups can show. */
export function isContent(json: string): boolean {
  try {
    const { type } = (JSON.parse(json) ?? {}) as { type?: unknown };
    return type === 'text' || type === 'fields' || type === 'media';
  } catch {
    return false;
  }
}

/** A list of the records of a relationship. */
export function newRelated(relationshipId: number, title: string): PopupElementJson {
  return { type: 'relationship', relationshipId, displayType: 'list', displayCount: 3, title };
}

/** A copy without an expression, and without the rows that show it. */
export function withoutExpression(popup: PopupJson, index: number): PopupJson {
  const expressions = popup.expressionInfos ?? [];
  const row = `expression/${expressions[index]?.name}`;
  const others = (rows: PopupFieldJson[] | undefined) => rows?.filter(({ fieldName }) => fieldName !== row);
  const fieldInfos = others(popup.fieldInfos);
  return {
    ...popup,
    expressionInfos: expressions.toSpliced(index, 1),
    ...(fieldInfos && { fieldInfos }),
    ...(popup.popupElements && {
      popupElements: popup.popupElements.map((element) => {
        const rows = others(element.fieldInfos);
        return rows ? { ...element, fieldInfos: rows } : element;
      }),
    }),
  };
}

/**
 * A name for a new expression: `expr0`, `expr1` …
 * @param used what may still show an expression that was removed, as JSON
 */
export function unusedName(expressions: readonly PopupExpressionJson[], used: object = {}): string {
  const names = new Set(expressions.map(({ name }) => name));
  const text = JSON.stringify(used);
  const isShown = (name: string) => ['}', ':', '"'].some((end) => text.includes(`expression/${name}${end}`));
  for (let number = 0; ; number++) {
    const name = `expr${number}`;
    if (!names.has(name) && !isShown(name)) return name;
  }
}
