import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../../platform/database/tables.ts';
import { findToken } from '../../../platform/arcgis/read-request.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { refuseUnkept } from '../../definitions/refuse-unkept.ts';
import { findField } from '../../layer/field.ts';
import {
  globalIdField,
  type HostedLayer,
  type LayerDefinition,
  objectIdField,
  type ViewDefinition,
} from '../../layer/layer.ts';
import { restrictLayer } from '../../layer/view.ts';
import { type LockedService, saveLayer } from '../../storage/schema-store.ts';
import { findLayerById, findService } from '../../storage/service-store.ts';
import { findSource, insertViewLayer, refuseManyViews } from '../../storage/view-store.ts';
import type { ServiceCall } from '../context.ts';
import { applyUpdate } from './change-layer.ts';
import { changeView, viewLayer } from './change-view.ts';
import { layerUpdate, readDefinition, refuseManyLayers } from './read-definition.ts';

/** The largest number of a layer. Others follow the largest one that is present. */
const largestId = 100_000;

/** A layer as it is added to a view: clients send the description of the source with it. */
const addedView = z.looseObject({
  ...layerUpdate.shape,
  id: z.number().int().min(0).max(largestId).optional(),
  viewDefinitionQuery: z.string().nullish(),
  adminLayerInfo: z.looseObject(
    { viewLayerDefinition: viewLayer },
    'Specify adminLayerInfo.viewLayerDefinition: the layers of a view are layers of other services.',
  ),
});

/** Members of a description that are the source’s, whatever is given. */
const ofSource = ['fields', 'geometryType', 'indexes', 'editFieldsInfo'];

/** A layer to add to a view, whose source the caller controls. */
interface WantedView {
  name: string;
  source: HostedLayer;
  given: z.output<typeof addedView>;
}

/**
 * Reads the layers to add to a view. @throws MappingError 400 for a source that does not exist, 403 for one that the caller
 * does not control
 */
export async function readViewLayers(call: ServiceCall, given: readonly unknown[]): Promise<WantedView[]> {
  const wanted: WantedView[] = [];
  for (const each of given) {
    const read = readDefinition(addedView, 'addToDefinition', each);
    const source = await chooseSource(call, read.adminLayerInfo.viewLayerDefinition);
    refuseUnkept(
      each,
      [...Object.keys(addedView.shape), ...ofSource],
      `The layer ${read.name ?? source.name}`,
      (problem) => parameterError('addToDefinition', problem),
    );
    wanted.push({ name: read.name ?? source.name, source, given: read });
  }
  return wanted;
}

async function chooseSource(
  { context, service, parameters, request }: ServiceCall,
  { sourceServiceName: name, sourceLayerId: id }: z.output<typeof viewLayer>,
): Promise<HostedLayer> {
  const parameter = 'addToDefinition.adminLayerInfo.viewLayerDefinition';
  const found = await findService(context.database, name, { orgId: service.orgId });
  const token = findToken(parameters, request.headers);
  const rights =
    found &&
    (await context.access({
      serviceName: found.service.name,
      orgId: found.service.orgId,
      itemId: found.service.itemId,
      token,
    }));
  if (!found || !rights?.mayRead)
    throw parameterError(parameter, `There is no service ${name.slice(0, 60)}.`);
  if (!rights.mayAdminister)
    throw arcgisError('portal:forbidden', {
      message: `Only the owner of ${found.service.name} and administrators may create views of it.`,
    });
  const source = found.layers.find(({ layerId }) => layerId === id);
  if (!source) throw parameterError(parameter, `The service ${found.service.name} has no layer ${id}.`);
  if (source.source)
    throw parameterError(
      parameter,
      `${found.service.name} is a view itself. Create a view of ${source.source.serviceName}.`,
    );
  return source;
}

/** Adds layers to a view, whose sources are locked. */
export async function addViewLayers(
  { context }: ServiceCall,
  { transaction, service, layers: existing }: LockedService,
  wanted: readonly WantedView[],
): Promise<object> {
  refuseManyLayers([...existing, ...wanted]);
  for (const views of Map.groupBy(wanted, ({ source }) => source.service.id).values())
    if (views[0]) await refuseManyViews(transaction, views[0].source.service, views.length);
  const all = [...existing];
  const added: HostedLayer[] = [];
  for (const { name, given, source: seen } of wanted) {
    const source = await findSource(transaction, seen.service.id, seen.layerId);
    const isTaken = (id: number) => all.some(({ layerId }) => layerId === id);
    const next = Math.max(-1, ...all.map(({ layerId }) => layerId)) + 1;
    const layerId = given.id === undefined || isTaken(given.id) ? next : given.id;
    const { sourceLayerFields } = given.adminLayerInfo.viewLayerDefinition;
    const view = changeView(source, chooseFields(source, sourceLayerFields), given, 'addToDefinition');
    const own = { ...source, viewDefinition: view };
    const described = applyUpdate(
      { ...own, visitors: null, fields: restrictLayer(source, { ...own, changed: 0 }).fields },
      { ...given, name, fields: undefined, hasAttachments: undefined, ...knownNames(source, given) },
    );
    const definition = {
      ...definitionOf(described, view, source.hasAttachments && given.hasAttachments !== false),
      ...(given.visitorAccess && described.visitors && { visitors: described.visitors }),
    };
    const layer = await insertViewLayer(transaction, { source, service, layerId, name, definition });
    added.push(layer);
    all.push(layer);
    await context.relateView?.(transaction, service.itemId ?? '', source.service.itemId ?? '');
  }
  await relateLayers(transaction, all, context.now());
  const listed = (isTable: boolean) =>
    added
      .filter(({ geometryType }) => (geometryType === null) === isTable)
      .map(({ name, layerId }) => ({ name, id: layerId }));
  return { success: true, layers: listed(false), tables: listed(true) };
}

/** Descriptions of other layers may name fields that the source does not have. */
function knownNames({ fields }: HostedLayer, given: z.output<typeof addedView>) {
  const known = (name: string | null | undefined) => (name && findField(fields, name) ? name : undefined);
  return { displayField: known(given.displayField), typeIdField: known(given.typeIdField) };
}

function definitionOf(layer: HostedLayer, viewDefinition: ViewDefinition, hasAttachments: boolean) {
  const { displayField, description, copyright, drawingInfo, minScale, maxScale, defaultVisibility } = layer;
  const { timeInfo, typeIdField, types, templates, subtypes, subtypeField, defaultSubtypeCode } = layer;
  return {
    displayField,
    description,
    copyright,
    drawingInfo,
    minScale,
    maxScale,
    defaultVisibility,
    timeInfo,
    typeIdField,
    types,
    templates,
    subtypes,
    subtypeField,
    defaultSubtypeCode,
    fields: [],
    relationships: [],
    editorTracking: null,
    ownership: layer.ownership ?? null,
    hasAttachments,
    viewDefinition,
    ...(layer.maxRecordCount !== undefined && { maxRecordCount: layer.maxRecordCount }),
  } satisfies LayerDefinition;
}

/** The layers of a view are related as their sources are, where both are part of it. */
async function relateLayers(
  transaction: Transaction<Tables>,
  layers: readonly HostedLayer[],
  now: number,
): Promise<void> {
  for (const layer of layers) {
    const { source } = layer;
    const raw = source && (await findLayerById(transaction, layer.service.id, layer.layerId));
    const original = source && (await findLayerById(transaction, source.serviceId, source.layerId));
    if (!source || !raw || !original) continue;
    const relationships = original.relationships.flatMap((relationship) => {
      const other = layers.find(
        (each) =>
          each.source?.serviceId === source.serviceId && each.source.layerId === relationship.relatedTableId,
      );
      return other ? [{ ...relationship, relatedTableId: other.layerId }] : [];
    });
    if (JSON.stringify(relationships) === JSON.stringify(raw.relationships)) continue;
    await saveLayer(transaction, { ...raw, relationships, source }, now);
  }
}

/** The fields that a new view shows. */
function chooseFields(
  source: HostedLayer,
  given: z.output<typeof viewLayer>['sourceLayerFields'],
): ViewDefinition {
  const nothing = { where: null, isVolatile: false, changes: {} };
  if (given === '*') return { ...nothing, shown: null };
  const parameter = 'addToDefinition.adminLayerInfo.viewLayerDefinition.sourceLayerFields';
  const changes: ViewDefinition['changes'] = {};
  const shown = given.flatMap(({ name, source: from = name, alias, visible, editable }) => {
    const field = findField(source.fields, from);
    if (!field) throw parameterError(parameter, `The layer has no field ${from.slice(0, 60)}.`);
    if (name.toLowerCase() !== field.name.toLowerCase())
      throw parameterError(parameter, 'Fields of a view cannot get other names. Give them an alias.');
    if (visible === false && [objectIdField, globalIdField].includes(field.name))
      throw parameterError(
        parameter,
        `The field ${field.name} identifies the features, so it cannot be hidden.`,
      );
    const change = {
      ...(alias !== undefined && alias !== field.alias && { alias }),
      ...(editable === false && field.editable && { editable }),
    };
    if (Object.keys(change).length > 0) changes[field.name] = change;
    return visible === false ? [] : [field.name];
  });
  return { ...nothing, shown, changes };
}

/** @throws MappingError 400 for layers of other services in a service that is not a view */
export function refuseViewLayers(given: readonly Readonly<Record<string, unknown>>[]): void {
  const isView = ({ adminLayerInfo: info }: Readonly<Record<string, unknown>>) =>
    typeof info === 'object' && info !== null && 'viewLayerDefinition' in info;
  if (given.some(isView))
    throw parameterError('addToDefinition', 'Only a service created with isView shows layers of others.');
}
