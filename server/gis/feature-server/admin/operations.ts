import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { boolean, jsonObject, readOperation } from '../../../platform/arcgis/schema.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { readOwnership } from '../../definitions/editor-tracking.ts';
import { changeDefaults, defaultsOf } from '../../definitions/layer-defaults.ts';
import type { HostedLayer, HostedService } from '../../layer/layer.ts';
import { describeLayer as describeNewLayer } from '../../storage/describe-layer.ts';
import * as store from '../../storage/schema-store.ts';
import { recordServiceAct } from '../../storage/service-act-store.ts';
import { findLayerById } from '../../storage/service-store.ts';
import { type NewView, refuseWithViews, withoutViews } from '../../storage/view-store.ts';
import { readLayers } from '../../uploads/create-empty-service.ts';
import type { OperationResponse, LayerCall, ServiceCall } from '../context.ts';
import { layerJson } from '../layer-json.ts';
import type { OperationTable } from '../operations.ts';
import { mustAddLayers, mustAdminister, serviceNotFound } from '../rights.ts';
import { changeTracking } from '../sync/generations.ts';
import { whyNoSync } from '../sync/sync-capability.ts';
import { asksForSync, capabilitiesAfter, readSync } from './capabilities.ts';
import { largestPage, serviceJson } from '../service-operations.ts';
import { addFields, deleteFields, trackEditors } from './change-fields.ts';
import { addViewLayers, readViewLayers, refuseViewLayers } from './add-view-layers.ts';
import { refuseOnView, refuseTracking, updateViewLayer, viewInfo, viewJson } from './change-view.ts';
import { addIndexes, deleteIndexes, updateLayer } from './change-layer.ts';
import { addRelationships, deleteRelationships } from './change-relationships.ts';
import { addSubtypes, deleteSubtypes } from './change-subtypes.ts';
import {
  layerAddition,
  layerRemoval,
  readDefinition,
  refuseManyLayers,
  refuseOtherChanges,
  serviceAddition,
  serviceRemoval,
  serviceUpdate,
  splitAddition,
} from './read-definition.ts';

type Call = Pick<ServiceCall, 'context' | 'service' | 'rights' | 'parameters'>;

/** Reported as done at once: nothing runs in the background. */
const done = { success: true };

const asyncUnsupported = 'Asynchronous changes are not supported. Omit async.';
const atOnce = z
  .undefined(asyncUnsupported)
  .or(z.string().refine((text) => text.trim().toLowerCase() === 'false', asyncUnsupported));

/** Reads the one JSON parameter of a change. */
function readChange<Schema extends z.ZodType>(
  { parameters }: Call,
  name: string,
  schema: Schema,
): z.output<Schema> {
  const read = readOperation(z.object({ [name]: jsonObject, async: atOnce }), parameters);
  return readDefinition(schema, name, read[name]);
}

/** The audit log entry of a change: its action, and the layers, fields or settings that it names. */
interface Logged {
  act: 'definition-added' | 'definition-changed' | 'definition-deleted' | 'truncated';
  layer?: HostedLayer;
  parts?: readonly string[];
}

/** Changes a service, and logs that in the same transaction; also by its owner, because a definition cannot be restored. */
async function change(
  { context, service, rights }: Call,
  work: (locked: store.LockedService) => Promise<OperationResponse>,
  logged?: Logged,
  newViews?: readonly Pick<NewView, 'source'>[],
): Promise<OperationResponse> {
  mustAdminister(rights);
  const changeLocked = async (locked: store.LockedService) => {
    const worked = await work(locked);
    if (logged) await log(locked, { ...logged, actor: rights.caller }, context.now());
    return worked;
  };
  const response = await store.changeService(context.database, service, changeLocked, newViews);
  if (!response) throw serviceNotFound();
  return response;
}

async function log(
  { transaction, service }: store.LockedService,
  { act, layer, parts = [], actor }: Logged & { actor: string | null },
  now: number,
): Promise<void> {
  const title = layer ? `${service.name}/${layer.name}` : service.name;
  const detail = { title, parts: parts.slice(0, maxParts) };
  await recordServiceAct(transaction, service, { act: `service.${act}`, actor, detail }, now);
}

/** The most names in one entry. */
const maxParts = 50;
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);

/** Saves the layers that differ from before. */
async function saveChanged(
  transaction: store.LockedService['transaction'],
  before: readonly HostedLayer[],
  after: readonly HostedLayer[],
  now: number,
): Promise<void> {
  for (const layer of after) if (!before.includes(layer)) await store.saveLayer(transaction, layer, now);
}

/** Changes one layer and saves it. */
async function changeLayer(
  call: LayerCall,
  work: (transaction: store.LockedService['transaction'], layer: HostedLayer) => Promise<HostedLayer>,
  logged: Logged,
  relate: (layers: readonly HostedLayer[]) => readonly HostedLayer[] = (layers) => layers,
): Promise<OperationResponse> {
  const save = async ({ transaction, service, layers }: store.LockedService) => {
    const layer = layers.find(({ layerId }) => layerId === call.layer.layerId);
    if (!layer) throw serviceNotFound();
    const changed = await withoutViews(transaction, service, async () => {
      const next = await work(transaction, layer);
      await store.saveLayer(transaction, next, call.context.now());
      return next;
    });
    const others = layers.map((each) => (each === layer ? changed : each));
    await saveChanged(transaction, others, relate(others), call.context.now());
    return done;
  };
  return change(call, save, { ...logged, layer: call.layer });
}

async function describeService({ service, layers, rights }: ServiceCall): Promise<OperationResponse> {
  mustAdminister(rights);
  return {
    ...serviceJson(service, layers, rights),
    adminServiceInfo: { name: service.name, type: 'FeatureServer', status: 'Started' },
  };
}

async function describeLayer({ layer, rights, context }: LayerCall): Promise<OperationResponse> {
  mustAdminister(rights);
  const size = await store.readLayerSize(context.reader, layer);
  return {
    ...layerJson(layer, rights),
    ...viewJson(layer),
    adminLayerInfo: { size, featureCount: layer.featureCount, ...viewInfo(layer) },
  };
}

/** `addToDefinition` of a service: empty layers and tables, which are published by that, and relationships of those that it has. */
async function addLayers(call: ServiceCall): Promise<OperationResponse> {
  mustAdminister(call.rights);
  const { layers, tables } = readChange(call, 'addToDefinition', serviceAddition);
  if (call.service.isView) {
    mustAddLayers(call.rights);
    const views = await readViewLayers(call, [...layers, ...tables]);
    const logged = { act: 'definition-added', parts: namesOf(views) } as const;
    return change(call, (locked) => addViewLayers(call, locked, views), logged, views);
  }
  refuseViewLayers([...layers, ...tables]);
  const { added: given, related } = splitAddition('addToDefinition', [...layers, ...tables]);
  if (given.length > 0 || related.length === 0) mustAddLayers(call.rights);
  const defaults = defaultsOf(call.service, call.layers);
  const read = readLayers(given, defaults).map(describeNewLayer);
  const add = async ({ transaction, service, layers: existing }: store.LockedService) => {
    const present = defaultsOf(service, existing);
    const added = isDeepStrictEqual(present, defaults)
      ? read
      : readLayers(given, present).map(describeNewLayer);
    refuseManyLayers([...existing, ...added.map(({ input }) => input)]);
    const first = Math.max(-1, ...existing.map(({ layerId }) => layerId)) + 1;
    for (const [index, layer] of added.entries())
      await store.insertLayer(transaction, service, first + index, layer, call.context.now());
    const changed = related.reduce(
      (all, { id, relationships }) => addRelationships(all, id, relationships),
      existing,
    );
    await saveChanged(transaction, existing, changed, call.context.now());
    const inserted = added.map(({ input }, index) => ({
      name: input.name,
      id: first + index,
      table: !input.geometryType,
    }));
    const listed = (wanted: boolean) =>
      inserted.filter(({ table }) => table === wanted).map(({ name, id }) => ({ name, id }));
    return { ...done, layers: listed(false), tables: listed(true) };
  };
  return change(call, add, { act: 'definition-added', parts: namesOf(read.map(({ input }) => input)) });
}

async function deleteLayers(call: ServiceCall): Promise<OperationResponse> {
  mustAdminister(call.rights);
  const { layers, tables } = readChange(call, 'deleteFromDefinition', serviceRemoval);
  const ids = [...layers, ...tables].map(({ id }) => id);
  const remove = async ({ transaction, service, layers: existing }: store.LockedService) => {
    await refuseWithViews(transaction, service, ids);
    for (const id of ids) {
      const layer = existing.find(({ layerId }) => layerId === id);
      if (!layer) throw parameterError('deleteFromDefinition', `There is no layer ${id}.`);
      const related = existing.find(
        ({ layerId, relationships }) =>
          !ids.includes(layerId) && relationships.some(({ relatedTableId }) => relatedTableId === id),
      );
      if (related)
        throw parameterError(
          'deleteFromDefinition',
          `The layer ${related.name} is related to ${layer.name}.`,
        );
      await store.removeLayer(transaction, layer);
    }
    return done;
  };
  const removed = call.layers.filter(({ layerId }) => ids.includes(layerId));
  return change(call, remove, { act: 'definition-deleted', parts: namesOf(removed) });
}

/** `updateDefinition` of a service: what others may do with it, and its texts. */
async function updateService(call: ServiceCall): Promise<OperationResponse> {
  mustAdminister(call.rights);
  const update = readChange(call, 'updateDefinition', serviceUpdate);
  const save = async ({ transaction, service, layers }: store.LockedService) => {
    const now = call.context.now();
    const wanted = readSync(update, service);
    // Of the locked service: while this waited, others may have closed editing.
    const capabilities = capabilitiesAfter(update, service);
    if (update.capabilities?.includes(changeTracking) && layers.some(({ archive }) => !archive))
      throw parameterError(
        'updateDefinition.capabilities',
        `${changeTracking} needs the history of every layer: set its isDataArchived to true.`,
      );
    const problem = wanted ? whyNoSync(layers) : undefined;
    if (asksForSync(update) && problem !== undefined)
      throw parameterError('updateDefinition.capabilities', problem);
    const description = update.serviceDescription ?? update.description;
    const tracking = update.editorTrackingInfo;
    const refuse = (problem: string) => parameterError('updateDefinition', problem);
    const { maxRecordCount } = update;
    // A description that is sent back names the largest page of the layers, and changes none of them.
    const isSame = !maxRecordCount || maxRecordCount === largestPage(service, layers);
    const page = isSame ? {} : { maxRecordCount };
    const defaults = { ...defaultsOf(service, layers), ...page };
    const layerDefaults =
      tracking && !service.isView
        ? changeDefaults(defaults, tracking, refuse)
        : isSame
          ? undefined
          : defaults;
    const changed: HostedService = {
      ...service,
      ...(layerDefaults && { layerDefaults }),
      ...(capabilities && { capabilities }),
      ...(typeof description === 'string' && { description }),
      ...(typeof update.copyrightText === 'string' && { copyright: update.copyrightText }),
    };
    const tracked: HostedLayer[] = [];
    if (service.isView) refuseTracking(layers, tracking?.enableEditorTracking);
    const changeOne = async (layer: HostedLayer) => {
      const isTracked = tracking?.enableEditorTracking ?? layer.editorTracking !== null;
      const next = layer.source ? layer : await trackEditors(transaction, layer, isTracked);
      const isOwned = tracking?.enableOwnershipAccessControl ?? Boolean(next.ownership);
      const owned = tracking && { ownership: readOwnership(next, isOwned ? tracking : null, refuse) };
      tracked.push({ ...next, ...owned, ...page, service: changed });
      // The stored description of a view's layer may name hidden fields.
      const own = layer.source && (await findLayerById(transaction, service.id, layer.layerId));
      const stored = own ? { ...own, source: layer.source } : next;
      // Capabilities are part of a layer's description, so that its edit time grows too.
      await store.saveLayer(transaction, { ...stored, ...owned, ...page }, now);
    };
    await withoutViews(transaction, service, async () => {
      for (const layer of layers) await changeOne(layer);
    });
    await store.saveService(transaction, changed, now);
    refuseOtherChanges(
      'updateDefinition',
      update,
      Object.keys(serviceUpdate.shape),
      serviceJson(changed, tracked, call.rights),
    );
    return done;
  };
  return change(call, save, { act: 'definition-changed', parts: Object.keys(update) });
}

/** Recomputes the feature count and the extent of every layer. */
async function refresh(call: ServiceCall): Promise<OperationResponse> {
  return change(call, async ({ transaction, layers }) => {
    for (const layer of layers)
      if (!layer.source) await store.recount(transaction, layer, call.context.now());
    return done;
  });
}

async function addToLayer(call: LayerCall): Promise<OperationResponse> {
  mustAdminister(call.rights);
  refuseOnView(call.layer, 'addToDefinition');
  const addition = readChange(call, 'addToDefinition', layerAddition);
  const { fields, indexes, relationships, subtypes } = addition;
  return changeLayer(
    call,
    async (transaction, layer) => {
      const widened = addSubtypes(await addFields(transaction, layer, fields), addition);
      return addIndexes(transaction, widened, indexes);
    },
    {
      act: 'definition-added',
      parts: namesOf([...fields, ...indexes, ...relationships, ...(subtypes ?? [])]),
    },
    (layers) => addRelationships(layers, call.layer.layerId, relationships),
  );
}

async function updateLayerDefinition(call: LayerCall): Promise<OperationResponse> {
  mustAdminister(call.rights);
  const given = readChange(call, 'updateDefinition', z.unknown());
  const update = call.layer.source ? updateViewLayer : updateLayer;
  return changeLayer(call, (transaction, layer) => update(transaction, layer, given, call.context.now()), {
    act: 'definition-changed',
    parts: Object.keys(Object(given)),
  });
}

async function deleteFromLayer(call: LayerCall): Promise<OperationResponse> {
  mustAdminister(call.rights);
  refuseOnView(call.layer, 'deleteFromDefinition');
  const removal = readChange(call, 'deleteFromDefinition', layerRemoval);
  const { fields, indexes, relationships, subtypes } = removal;
  const codes = subtypes.map(({ code }) => code);
  return changeLayer(
    call,
    async (transaction, layer) => {
      const without = deleteSubtypes(await deleteIndexes(transaction, layer, namesOf(indexes)), codes);
      return deleteFields(transaction, without, namesOf(fields));
    },
    {
      act: 'definition-deleted',
      parts: [
        ...namesOf([...fields, ...indexes]),
        ...relationships.map((one) => String(one['name'] ?? one['id'])),
        ...codes.map(String),
      ],
    },
    (layers) => deleteRelationships(layers, call.layer.layerId, relationships),
  );
}

async function refreshLayer(call: LayerCall): Promise<OperationResponse> {
  return change(call, async ({ transaction }) => {
    if (!call.layer.source) await store.recount(transaction, call.layer, call.context.now());
    return done;
  });
}

const truncation = z.object({ attachmentOnly: boolean.default(false), async: atOnce });

/** Deletes every feature of a layer, or all attachments; the fields stay. */
async function truncate(call: LayerCall): Promise<OperationResponse> {
  mustAdminister(call.rights);
  const { attachmentOnly } = readOperation(truncation, call.parameters);
  if (call.layer.source)
    throw arcgisError('services:not-supported', {
      message: `A view has no features of its own. Truncate ${call.layer.source.serviceName}.`,
    });
  if (attachmentOnly && !call.layer.hasAttachments)
    throw arcgisError('services:not-supported', { message: 'This layer does not support attachments.' });
  const empty = async ({ transaction, layers }: store.LockedService) => {
    const now = call.context.now();
    const { caller } = call.rights;
    const layer = layers.find(({ layerId }) => layerId === call.layer.layerId);
    if (!layer) throw serviceNotFound();
    await store.truncateLayer(transaction, layer, { attachmentsOnly: attachmentOnly, now, caller });
    return done;
  };
  return change(call, empty, {
    act: 'truncated',
    layer: call.layer,
    parts: attachmentOnly ? ['attachments'] : [],
  });
}

/** Addresses below `/server/rest/admin/services/{name}/FeatureServer`: for the owner and administrators. */
export const adminServiceOperations: OperationTable<ServiceCall> = {
  '': ['small', describeService],
  '/addToDefinition': ['edits', addLayers],
  '/updateDefinition': ['edits', updateService],
  '/deleteFromDefinition': ['edits', deleteLayers],
  '/refresh': ['edits', refresh],
};

/** Addresses below a layer there. */
export const adminLayerOperations: OperationTable<LayerCall> = {
  // It adds up the sizes of attachments.
  '': ['features', describeLayer],
  '/addToDefinition': ['edits', addToLayer],
  '/updateDefinition': ['edits', updateLayerDefinition],
  '/deleteFromDefinition': ['edits', deleteFromLayer],
  '/refresh': ['edits', refreshLayer],
  '/truncate': ['edits', truncate],
};
