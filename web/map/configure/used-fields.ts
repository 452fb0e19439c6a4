import type { FormJson } from './form-json.ts';
import type { LabelJson } from './label-json.ts';
import type { PopupJson } from './popup-json.ts';

/** What a part of a layer reads from its features, as it is written in the map. */
export interface Uses {
  fields: readonly string[];
  /** Arcade, which reads further fields. */
  expressions: readonly string[];
  /** SQL, likewise. */
  conditions: readonly string[];
}

/** Members of renderers and media whose value is the name of a field. */
const naming = new Set([
  'field',
  'field1',
  'field2',
  'field3',
  'normalizationField',
  'normalizeField',
  'onStatisticField',
]);

/** Members whose value is an Arcade expression. */
const computing = new Set(['valueExpression', 'expression', 'onStatisticExpression']);

/**
 * Members of styles that read no fields of the layer: symbols, notes of editors, and what is drawn of groups'
 * own fields.
 */
const ignored = new Set(['symbol', 'authoringInfo', 'renderer', 'drawingInfo', 'labelingInfo', 'popupInfo']);

/** All members of a JSON value at any depth, with their names. */
function* membersOf(json: unknown): Generator<[name: string, value: unknown]> {
  if (typeof json !== 'object' || json === null) return;
  for (const [name, value] of Object.entries(json)) {
    if (!Array.isArray(json)) yield [name, value];
    if (!ignored.has(name)) yield* membersOf(value);
  }
}

const texts = (found: Iterable<[string, unknown]>, names: ReadonlySet<string>): string[] =>
  [...found].flatMap(([name, value]) =>
    names.has(name) && typeof value === 'string' && value !== '' ? [value] : [],
  );

/** What a style reads: a renderer, or clusters and bins. */
export function usedByStyle(json: object): Uses {
  const found = [...membersOf(json)];
  return { fields: texts(found, naming), expressions: texts(found, computing), conditions: [] };
}

/** What labels read. */
export function usedByLabels(classes: readonly LabelJson[]): Uses {
  return {
    fields: classes.flatMap(({ labelExpression, labelExpressionInfo }) =>
      labelExpressionInfo ? [] : namesIn(labelExpression, /\[([^[\]"]+)\]/g),
    ),
    expressions: classes.flatMap(({ labelExpressionInfo }) => labelExpressionInfo?.expression ?? []),
    conditions: classes.flatMap(({ where }) => where || []),
  };
}

/** What a popup shows: in its title, texts, lists of fields, media and expressions. */
export function usedByPopup({ title, popupElements = [], fieldInfos = [], ...popup }: PopupJson): Uses {
  // Without elements, the popup itself lists its fields.
  const rows = popupElements.flatMap((element) => element.fieldInfos ?? []);
  const shown = popupElements.length > 0 && rows.length > 0 ? rows : fieldInfos;
  const media = popupElements.flatMap((element) => element.mediaInfos ?? []);
  const written = [
    title,
    ...popupElements.map(({ text }) => text),
    ...media.flatMap((one) => [one.title, one.caption, one.value?.sourceURL, one.value?.linkURL]),
  ];
  const fields = [
    ...shown.flatMap(({ fieldName, visible }) => (visible === false ? [] : (fieldName ?? []))),
    ...media.flatMap(({ value }) => [...(value?.fields ?? []), ...texts(membersOf(value), naming)]),
    ...written.flatMap((text) => namesIn(text, /\{([^{}:\s]+)(?::\w+)?\}/g)),
  ];
  return {
    // `expression/…`, `relationships/…`, and CSS or JSON between braces are not fields of the layer.
    fields: fields.filter((name) => /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name)),
    expressions: [
      ...(popup.expressionInfos ?? []).map(({ expression }) => expression),
      ...popupElements.map(({ expressionInfo }) => expressionInfo?.expression),
    ].flatMap((expression) => expression ?? []),
    conditions: [],
  };
}

/** What a form shows and computes. */
export function usedByForm({ formElements, expressionInfos = [] }: FormJson): Uses {
  return {
    fields: texts(membersOf(formElements), new Set(['fieldName'])),
    expressions: expressionInfos.flatMap(({ expression }) => expression ?? []),
    conditions: [],
  };
}

function namesIn(text: string | undefined | null, pattern: RegExp): string[] {
  return [...(text ?? '').matchAll(pattern)].map(([, name = '']) => name.trim());
}
