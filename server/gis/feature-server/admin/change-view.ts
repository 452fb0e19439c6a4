import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../../platform/database/tables.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { checkField, storedDomain } from '../../definitions/field-definition.ts';
import { findField } from '../../layer/field.ts';
import { globalIdField, type HostedLayer, objectIdField, type ViewDefinition } from '../../layer/layer.ts';
import { restrictLayer } from '../../layer/view.ts';
import { findLayerById } from '../../storage/service-store.ts';
import { compileView, createDatabaseView, dropDatabaseView, findSource } from '../../storage/view-store.ts';
import { fieldJson, layerJson } from '../layer-json.ts';
import { applyUpdate } from './change-layer.ts';
import {
  changedField,
  definitionList,
  layerUpdate,
  mostFields,
  readDefinition,
  refuseOtherChanges,
} from './read-definition.ts';

/** The fields of the source that a view shows. */
const sourceFields = z.union([
  z.literal('*'),
  definitionList(
    z.looseObject({
      name: z.string(),
      source: z.string().optional(),
      alias: z.string().optional(),
      visible: z.boolean().nullish(),
      editable: z.boolean().nullish(),
    }),
    mostFields,
  ),
]);

export const viewLayer = z.looseObject({
  sourceServiceName: z.string().min(1),
  sourceLayerId: z.number().int().min(0),
  sourceLayerFields: sourceFields.default('*'),
  table: z.undefined('Views that join layers are not supported.').optional(),
  filter: z.undefined('Views of an area are not supported: use viewDefinitionQuery.').optional(),
});

/** As the description of a view has it, in whole or in part. */
const ofView = viewLayer.partial().extend({ sourceLayerFields: sourceFields.optional() });

const viewUpdate = z.looseObject({
  ...layerUpdate.shape,
  viewDefinitionQuery: z.string().nullish(),
  adminLayerInfo: z.looseObject({ viewLayerDefinition: ofView.optional() }).optional(),
  viewLayerDefinition: ofView.optional(),
});
type ViewUpdate = z.output<typeof viewUpdate>;

const changedViewField = changedField.extend({ visible: z.boolean().nullish() });

/** The definition of a view after a change of its condition or fields. */
export function changeView(
  source: HostedLayer,
  before: ViewDefinition,
  update: Pick<ViewUpdate, 'viewDefinitionQuery' | 'fields'>,
  parameter: string,
): ViewDefinition {
  const { viewDefinitionQuery: query } = update;
  const where = query === undefined ? before.where : query?.trim() || null;
  const names = source.fields.map(({ name }) => name);
  const shown = new Set(before.shown ?? names);
  const changes = { ...before.changes };
  for (const each of update.fields ?? []) {
    const given = readDefinition(changedViewField, `${parameter}.fields`, each);
    const field = findField(source.fields, given.name);
    if (!field) throw parameterError('fields', `There is no field ${given.name}.`);
    const refuse = (problem: string) => parameterError('fields', `The field ${field.name} ${problem}`);
    const isKey = field.name === objectIdField || field.name === globalIdField;
    if (isKey && given.visible === false) throw refuse('identifies the features, so it cannot be hidden.');
    if (given.visible === true) shown.add(field.name);
    if (given.visible === false) shown.delete(field.name);
    for (const member of ['type', 'nullable', 'length', 'domain', 'defaultValue'] as const) {
      // As the source has stored it.
      const wanted =
        member === 'domain' && given.domain
          ? checkField({ ...field, domain: storedDomain(given.domain) }, refuse).domain
          : given[member];
      // The members of what is stored have another order.
      if (wanted !== undefined && wanted !== null && !isDeepStrictEqual(wanted, field[member]))
        throw refuse(`belongs to ${source.service.name}: change its ${member} there.`);
    }
    if (given.editable === true && !field.editable) throw refuse('cannot be changed.');
    const change = {
      ...changes[field.name],
      ...(given.alias && { alias: given.alias }),
      ...(typeof given.description === 'string' && { description: given.description }),
      ...(typeof given.editable === 'boolean' && { editable: given.editable }),
    };
    if (Object.keys(change).length > 0) changes[field.name] = change;
  }
  const compiled = where === null ? undefined : compileView(where, source.fields);
  const kept = names.filter((name) => shown.has(name));
  return {
    where,
    isVolatile: compiled?.volatile ?? false,
    // A view that hides nothing shows the fields that its source gets later too.
    shown: names.every((name) => shown.has(name) || name === objectIdField || name === globalIdField)
      ? null
      : kept,
    changes,
  };
}

const parameter = 'updateDefinition';

/** Applies `updateDefinition` to a layer of a view: what it shows, and its own description. */
export async function updateViewLayer(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  given: unknown,
): Promise<HostedLayer> {
  const update = readDefinition(viewUpdate, parameter, given);
  refuseOtherSource(layer, update);
  const raw = await findLayerById(transaction, layer.service.id, layer.layerId);
  if (!layer.source || !layer.viewDefinition || !raw) return layer;
  const source = await findSource(transaction, layer.source.serviceId, layer.source.layerId);
  const viewDefinition = changeView(source, layer.viewDefinition, update, parameter);
  const restricted = restrictLayer(source, { ...raw, viewDefinition, changed: 0 });
  const described = applyUpdate(
    { ...raw, viewDefinition, fields: restricted.fields, editorTracking: source.editorTracking },
    { ...update, fields: undefined, hasAttachments: undefined },
  );
  const hasAttachments = source.hasAttachments && (update.hasAttachments ?? raw.hasAttachments);
  const own = { ...described, hasAttachments, viewDefinition };
  const changed = restrictLayer(source, { ...own, changed: 0 });
  const rights = { mayRead: true, mayEdit: true, mayAdminister: true, caller: null };
  const json = layerJson(changed, rights) as Record<string, unknown>;
  const { templates: _templates, ...shown } = json;
  refuseOtherChanges(parameter, update, Object.keys(viewUpdate.shape), shown);
  const { isDataArchived, archivingInfo } = update;
  const history = {
    ...(isDataArchived !== undefined && { isDataArchived }),
    ...(archivingInfo && { archivingInfo }),
  };
  const cure = `The history belongs to the source: change ${source.service.name}.`;
  refuseOtherChanges(parameter, history, [], shown, cure);
  await dropDatabaseView(transaction, layer.tableName);
  await createDatabaseView(transaction, changed);
  return { ...own, source: layer.source };
}

function refuseOtherSource(layer: HostedLayer, update: ViewUpdate): void {
  const { source } = layer;
  for (const given of [update.adminLayerInfo?.viewLayerDefinition, update.viewLayerDefinition]) {
    const { sourceServiceName: name = source?.serviceName, sourceLayerId: id = source?.layerId } =
      given ?? {};
    if (name?.toLowerCase() !== source?.serviceName.toLowerCase() || id !== source?.layerId)
      throw parameterError(parameter, 'A view cannot get another source. Create another view.');
    if (!showsAll(layer, given?.sourceLayerFields))
      throw parameterError(
        `${parameter}.viewLayerDefinition.sourceLayerFields`,
        'Hide and show fields by the visible of each in fields, and name them by its alias.',
      );
  }
}

/** Whether the listed fields are those that a view shows already. */
function showsAll(
  { fields, viewDefinition }: HostedLayer,
  given: z.output<typeof sourceFields> | undefined,
): boolean {
  if (given === undefined) return true;
  if (given === '*') return viewDefinition?.shown === null;
  const listed = given.filter(({ visible }) => visible !== false);
  return (
    listed.length === fields.length &&
    listed.every(({ name, source = name, alias }) => {
      const field = findField(fields, source);
      return field !== undefined && (alias === undefined || alias === field.alias);
    })
  );
}

/** @throws MappingError 400 for a layer of a view */
export function refuseOnView({ source }: HostedLayer, name: string): void {
  if (!source) return;
  throw parameterError(
    name,
    `Fields, indexes and relationships of a view belong to its source: change ${source.serviceName}. Fields of a view are hidden, and its subtypes are changed, with updateDefinition.`,
  );
}

/** @throws MappingError 400 when a view is to record editors otherwise than its source does */
export function refuseTracking(layers: readonly HostedLayer[], wanted: boolean | null | undefined): void {
  const other = layers.find(({ editorTracking }) => (editorTracking !== null) !== wanted);
  if (typeof wanted === 'boolean' && other)
    throw parameterError(
      'editorTrackingInfo.enableEditorTracking',
      `Editors are recorded by ${other.source?.serviceName ?? 'the source'}: change it there.`,
    );
}

/** The part of a layer's description for those who control the view: the hidden fields and the condition. */
export function viewJson({ source, viewDefinition, fields }: HostedLayer): object {
  if (!source || !viewDefinition) return {};
  return {
    viewDefinitionQuery: viewDefinition.where ?? '',
    fields: [
      ...fields.map((field) => ({ ...fieldJson(field), visible: true })),
      ...source.hidden.map((field) => ({ ...fieldJson(field), visible: false })),
    ],
  };
}

export function viewInfo({ source, viewDefinition, fields }: HostedLayer): object {
  if (!source || !viewDefinition) return {};
  const { serviceName: sourceServiceName, layerId: sourceLayerId } = source;
  const sourceLayerFields =
    viewDefinition.shown === null ? '*' : fields.map(({ name, alias }) => ({ name, source: name, alias }));
  return { viewLayerDefinition: { sourceServiceName, sourceLayerId, sourceLayerFields } };
}
