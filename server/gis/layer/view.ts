import { type Field, findField } from './field.ts';
import { type HostedLayer, type LayerDefinition, objectIdField, type ViewDefinition } from './layer.ts';

/** Fields at the beginning of each layer that are always shown: its keys. */
const keyFields = 2;

/** The part of a view's layer that is its own. */
export type OwnPart = Pick<HostedLayer, 'service' | 'layerId' | 'name' | 'tableName' | 'versions'> &
  LayerDefinition & {
    viewDefinition: ViewDefinition;
    /** Number of changes of its definition. */
    changed: number;
  };

/**
 * A view's layer: its source without hidden fields and without the parts that name them. The features of
 * its table are already only those that it shows.
 */
export function restrictLayer(source: HostedLayer, { changed, ...own }: OwnPart): HostedLayer {
  const { viewDefinition: view } = own;
  const shown =
    view.shown && new Set([...source.fields.slice(0, keyFields).map(({ name }) => name), ...view.shown]);
  const isShown = ({ name }: Field) => !shown || shown.has(name);
  const fields = source.fields.filter(isShown).map((field) => ({ ...field, ...view.changes[field.name] }));
  const hidden = source.fields.filter((field) => !isShown(field));
  const has = (name: string | null | undefined) => Boolean(name && findField(fields, name));
  const text = fields.find(({ type }) => type === 'esriFieldTypeString');
  const names = hidden.map(({ name }) => name);
  const { timeInfo } = own;
  const hasTypes = has(own.typeIdField);
  const hasSubtypes = has(own.subtypeField);
  return {
    ...own,
    fields,
    displayField: has(own.displayField) ? own.displayField : (text?.name ?? objectIdField),
    drawingInfo: own.drawingInfo && withoutMention(own.drawingInfo, names),
    timeInfo:
      timeInfo &&
      [timeInfo.startTimeField, timeInfo.endTimeField, timeInfo.trackIdField].every(
        (name) => !name || has(name),
      )
        ? timeInfo
        : null,
    typeIdField: hasTypes ? own.typeIdField : null,
    types: hasTypes ? withoutValues(own.types, names) : [],
    templates: withoutValues(own.templates, names),
    subtypeField: hasSubtypes ? (own.subtypeField ?? null) : null,
    subtypes: hasSubtypes ? withoutValues(own.subtypes ?? [], names) : [],
    defaultSubtypeCode: hasSubtypes ? (own.defaultSubtypeCode ?? null) : null,
    relationships: own.relationships.filter(({ keyField }) => has(keyField)),
    indexes: (source.indexes ?? []).filter((index) => index.fields.every(has)),
    hasAttachments: own.hasAttachments && source.hasAttachments,
    editorTracking: source.editorTracking,
    ownership: source.editorTracking ? (own.ownership ?? null) : null,
    visitors: own.visitors ?? null,
    archive: source.archive ?? null,
    geometryType: source.geometryType,
    wkid: source.wkid,
    hasZ: source.hasZ,
    hasM: source.hasM,
    featureCount: source.featureCount,
    extent: source.extent,
    // Grows with the edits of the source and with its own changes.
    editedAt: source.editedAt + changed,
    versions: [...own.versions, ...source.versions],
    source: {
      serviceId: source.service.id,
      layerId: source.layerId,
      serviceName: source.service.name,
      itemId: source.service.itemId,
      tableName: source.tableName,
      hidden,
    },
  };
}

/** Members whose own members are named after fields. */
const byField: readonly string[] = ['attributes', 'domains', 'defaultValues'];

/** Templates, types and subtypes without the values of some fields. */
export function withoutValues(json: readonly object[], names: readonly string[]): object[] {
  const hidden = lowerCase(names);
  return hidden.size === 0 ? [...json] : json.map((each) => withoutNamed(each, hidden, false) as object);
}

/** What has nothing to remove stays the same object: a copy of a large definition takes long, and views are read with each request. */
function withoutNamed(json: unknown, hidden: ReadonlySet<string>, isByField: boolean): unknown {
  if (typeof json !== 'object' || json === null) return json;
  let isChanged = false;
  const read = (value: unknown, within: boolean): unknown => {
    const kept = withoutNamed(value, hidden, within);
    isChanged ||= kept !== value;
    return kept;
  };
  if (Array.isArray(json)) {
    const kept = json.map((each) => read(each, isByField));
    return isChanged ? kept : json;
  }
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(json)) {
    if (isByField && hidden.has(key.toLowerCase())) isChanged = true;
    else kept.push([key, read(value, byField.includes(key))]);
  }
  return isChanged ? Object.fromEntries(kept) : json;
}

/** A drawing without the parts (renderer, labels) that are made from a hidden field; its values would show. */
function withoutMention(drawing: object, names: readonly string[]): object | null {
  const hidden = lowerCase(names);
  const kept = Object.entries(drawing).filter(([, part]) => hidden.size === 0 || !mentions(part, hidden));
  return kept.some(([key]) => key === 'renderer') ? Object.fromEntries(kept) : null;
}

function lowerCase(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

/** How a text may name a field, by the key of its member; always between braces. */
interface Naming {
  /** By any word: an expression or a condition. */
  byWord: boolean;
  /** As a whole: the name of a field. */
  asWhole: boolean;
}

/** Whether a drawing names a field: as a member, in an expression or a condition, or between the braces of a label. */
function mentions(
  json: unknown,
  hidden: ReadonlySet<string>,
  naming: Naming = { byWord: false, asWhole: false },
): boolean {
  if (typeof json === 'string') {
    if (naming.asWhole && hidden.has(json.toLowerCase())) return true;
    return someWord(json, (word, inBraces) => (naming.byWord || inBraces) && hidden.has(word.toLowerCase()));
  }
  if (typeof json !== 'object' || json === null) return false;
  if (Array.isArray(json)) return json.some((each) => mentions(each, hidden, naming));
  return Object.entries(json).some(([key, value]) =>
    mentions(value, hidden, { byWord: /expression|where/i.test(key), asWhole: /field/i.test(key) }),
  );
}

/** Whether one of the words of which names of fields may consist passes a test; character by character, for texts of a megabyte. */
function someWord(text: string, test: (word: string, inBraces: boolean) => boolean): boolean {
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (isOfWord(code)) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      const inBraces = text[start - 1] === '{' && text[at] === '}';
      if (test(text.slice(start, at), inBraces)) return true;
      start = -1;
    }
    if (code > 0xffff) at += 1;
  }
  return false;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Digits, letters and `_`. */
function isOfWord(code: number): boolean {
  if (code > 127) return letterOrDigit.test(String.fromCodePoint(code));
  return (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58) || code === 95;
}
