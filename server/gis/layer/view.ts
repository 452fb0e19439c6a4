import { type Field, findField } from './field.ts';
import { type HostedLayer, type LayerDefinition, objectIdField, type ViewDefinition } from './layer.ts';

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
  const isShown = ({ name }: Field) => isShownBy(view, source, name);
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

/** The key fields are always shown. */
function isShownBy({ shown }: ViewDefinition, { fields }: HostedLayer, name: string): boolean {
  if (shown === null || fields.slice(0, 2).some((key) => key.name === name)) return true;
  return shown.includes(name);
}

/** Members whose own members are named after fields. */
const byField = ['attributes', 'domains', 'defaultValues'];

/** Templates, types and subtypes without the values of some fields. */
export function withoutValues(json: readonly object[], names: readonly string[]): object[] {
  return json.map((each) => withoutNamed(each, names, '') as object);
}

function withoutNamed(json: unknown, names: readonly string[], parent: string): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map((each) => withoutNamed(each, names, parent));
  const isHidden = (key: string) =>
    byField.includes(parent) && names.some((name) => name.toLowerCase() === key.toLowerCase());
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, value]) =>
      isHidden(key) ? [] : [[key, withoutNamed(value, names, key)]],
    ),
  );
}

/** A drawing without the parts (renderer, labels) that are made from a hidden field; its values would show. */
function withoutMention(drawing: object, names: readonly string[]): object | null {
  const kept = Object.entries(drawing).filter(([, part]) => !names.some((name) => mentions(part, name)));
  return kept.some(([key]) => key === 'renderer') ? Object.fromEntries(kept) : null;
}

/** Whether a drawing names a field: as a member, in an expression or a condition, or between the braces of a label. */
function mentions(json: unknown, name: string, key = ''): boolean {
  if (typeof json === 'string') {
    const [text, field] = [json.toLowerCase(), name.toLowerCase()];
    if (text.includes(`{${field}}`)) return true;
    if (/expression|where/i.test(key)) return text.split(/[^\p{L}\p{N}_]+/u).includes(field);
    return /field/i.test(key) && text === field;
  }
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([inner, value]) =>
    mentions(value, name, Array.isArray(json) ? key : inner),
  );
}
