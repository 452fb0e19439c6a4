import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { checkField, createField, type Refuse, storedDomain } from '../../definitions/field-definition.ts';
import { type Field, findField } from '../../layer/field.ts';
import { globalIdField, type HostedLayer, objectIdField, trackingNames } from '../../layer/layer.ts';
import { withoutValues } from '../../layer/view.ts';
import { columnName, trackingFields } from '../../storage/describe-layer.ts';
import * as store from '../../storage/schema-store.ts';
import type { AddedField, ChangedField } from './read-definition.ts';

type Transaction = store.LockedService['transaction'];

/** Adds fields to a layer and its table; existing features get the default. */
export async function addFields(
  transaction: Transaction,
  layer: HostedLayer,
  added: readonly AddedField[],
): Promise<HostedLayer> {
  const fields = [...layer.fields];
  if (fields.length + added.length > limits.layerFields)
    throw parameterError('fields', `A layer has at most ${limits.layerFields} fields.`);
  for (const given of added) {
    const { name } = given;
    if (findField(fields, name)) throw parameterError('fields', `There is a field ${name} already.`);
    const field = {
      ...createField(given, refuseField),
      column: columnName(name, nextColumn(fields)),
    };
    if (!field.nullable && field.defaultValue === null && (await store.hasFeatures(transaction, layer))) {
      throw parameterError(
        'fields',
        `The field ${name} needs a default value, because the layer has features and it may not be empty.`,
      );
    }
    await addColumn(transaction, layer, field);
    fields.push(field);
  }
  return { ...layer, fields };
}

/** SQLSTATE of a table with the most columns that PostgreSQL allows. Deleted ones count until the table is copied. */
const tooManyColumns = '54011';

async function addColumn(transaction: Transaction, layer: HostedLayer, field: Field): Promise<void> {
  try {
    await store.addColumn(transaction, layer, field);
  } catch (error) {
    if ((error as { code?: string }).code !== tooManyColumns) throw error;
    throw parameterError(
      'fields',
      'This layer can get no more fields, because deleted fields count too. Publish its features as a new layer.',
    );
  }
}

/** Columns begin with a number that none other has. */
function nextColumn(fields: readonly Field[]): number {
  return Math.max(-1, ...fields.map(({ column }) => Number(/^f(\d+)_/.exec(column)?.[1] ?? -1))) + 1;
}

/** Changes fields; types and names stay. */
export async function changeFields(
  transaction: Transaction,
  layer: HostedLayer,
  changes: readonly ChangedField[],
): Promise<HostedLayer> {
  let { fields } = layer;
  for (const change of changes) {
    const old = findField(fields, change.name);
    if (!old)
      throw refuseField(
        `There is no field ${change.name}. Fields cannot be renamed: change the alias, or add a field and calculate its values.`,
      );
    const changed = await changeField(transaction, layer, old, change);
    fields = fields.map((field) => (field === old ? changed : field));
  }
  return { ...layer, fields };
}

async function changeField(
  transaction: Transaction,
  layer: HostedLayer,
  old: Field,
  { name: _name, sqlType: _sqlType, type, alias, description, length, ...change }: ChangedField,
): Promise<Field> {
  const refuse = (problem: string) => parameterError('fields', `The field ${old.name} ${problem}`);
  if (type !== undefined && type !== old.type) throw refuse('cannot get another type.');
  const field: Field = {
    ...old,
    ...(alias !== undefined && { alias: alias || old.name }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(length && { length }),
    nullable: change.nullable ?? old.nullable,
    editable: change.editable ?? old.editable,
    ...(change.domain !== undefined && { domain: storedDomain(change.domain) }),
    ...(change.defaultValue !== undefined && { defaultValue: change.defaultValue }),
  };
  if (isSystem(layer, old)) {
    const same = (['nullable', 'editable', 'length', 'domain', 'defaultValue'] as const).every(
      (key) => JSON.stringify(field[key] ?? null) === JSON.stringify(old[key] ?? null),
    );
    if (!same) throw refuse('is filled in by the server: only its alias can be changed.');
    return field;
  }
  if (field.length !== old.length) {
    if (old.type !== 'esriFieldTypeString') throw refuse('has no length that can be changed.');
    if (await store.hasLongerValues(transaction, layer, old, field.length ?? 0))
      throw refuse(`has values longer than ${field.length} characters.`);
  }
  if (old.nullable && !field.nullable && (await store.hasEmptyValues(transaction, layer, old)))
    throw refuse('is empty in some features. Fill them in first.');
  return checkField(field, refuseField);
}

/** Whether the server fills in a field. */
function isSystem({ editorTracking }: HostedLayer, { name }: Field): boolean {
  const tracked: string[] = Object.values(editorTracking ?? {});
  return name === objectIdField || name === globalIdField || tracked.includes(name);
}

const refuseField: Refuse = (problem) => parameterError('fields', problem);

/** Deletes fields with their values. Refuses those that the layer needs. */
export async function deleteFields(
  transaction: Transaction,
  layer: HostedLayer,
  names: readonly string[],
): Promise<HostedLayer> {
  let changed = layer;
  for (const given of names) {
    const field = requireField(changed.fields, given);
    const { name } = field;
    const use = useOf(changed, field);
    if (use) throw parameterError('fields', `The field ${name} cannot be deleted: ${use}`);
    await store.dropColumn(transaction, layer, field);
    const fields = changed.fields.filter((each) => each !== field);
    const text = fields.find(({ type }) => type === 'esriFieldTypeString');
    changed = {
      ...changed,
      fields,
      templates: withoutValues(changed.templates, [name]),
      types: withoutValues(changed.types, [name]),
      subtypes: withoutValues(changed.subtypes ?? [], [name]),
      ...(changed.displayField === name && { displayField: text?.name ?? objectIdField }),
    };
  }
  return changed;
}

/** The purpose of a field in its layer, as the end of a message; undefined for a field that can be deleted. */
function useOf(layer: HostedLayer, field: Field): string | undefined {
  const { name } = field;
  if (name === objectIdField || name === globalIdField) return 'it identifies the features.';
  if (isSystem(layer, field)) return 'it records who edits. Turn off editor tracking first.';
  if (layer.typeIdField === name) return 'it holds the type of the features.';
  if (layer.subtypeField === name) return 'it holds the subtype of the features.';
  if (layer.relationships.some(({ keyField }) => keyField === name))
    return 'it relates the layer to another.';
  const { startTimeField, endTimeField, trackIdField } = layer.timeInfo ?? {};
  if ([startTimeField, endTimeField, trackIdField].includes(name)) return 'the layer’s time is read from it.';
  const index = layer.indexes?.find(({ fields }) => fields.includes(name));
  if (index) return `the index ${index.name} is of it.`;
  if (drawsBy(layer.drawingInfo, name)) return 'the layer is drawn by it. Change the style first.';
  return undefined;
}

/** Whether a drawing names a field, in a renderer or one of its visual variables. */
function drawsBy(drawing: unknown, name: string): boolean {
  if (typeof drawing !== 'object' || drawing === null) return false;
  return Object.entries(drawing).some(([key, value]) =>
    typeof value === 'string' ? value === name && /field/i.test(key) : drawsBy(value, name),
  );
}

/** Turns editor tracking on or off. Off, its fields stay with what they recorded. */
export async function trackEditors(
  transaction: Transaction,
  layer: HostedLayer,
  wanted: boolean,
): Promise<HostedLayer> {
  if (wanted === (layer.editorTracking !== null)) return layer;
  if (!wanted) return { ...layer, editorTracking: null, ownership: null };
  const fields = [...layer.fields];
  for (const field of trackingFields(trackingNames, nextColumn(fields))) {
    const existing = findField(fields, field.name);
    if (existing && existing.name === field.name && existing.type === field.type && !existing.editable)
      continue;
    if (existing)
      throw parameterError('editorTrackingInfo', `The layer has a field ${existing.name} of its own.`);
    await addColumn(transaction, layer, field);
    fields.push(field);
  }
  return { ...layer, fields, editorTracking: trackingNames };
}

export function requireField(fields: readonly Field[], name: string): Field {
  const field = findField(fields, name);
  if (!field) throw parameterError('fields', `There is no field ${name}.`);
  return field;
}
