import { z } from 'zod';
import { boolean, json, list, readOperation } from '../../../platform/arcgis/schema.ts';
import { never, off } from '../../../platform/arcgis/unsupported.ts';
import { limits } from '../../../limits.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { findUnknown } from '../../definitions/refuse-unkept.ts';
import { byPlace, type HostedLayer, type HostedService } from '../../layer/layer.ts';
import { exemptFromQuotas } from '../../storage/archive-store.ts';
import { createdBy, editInTransaction, type FeatureKey } from '../../storage/edit-store.ts';
import { roomFor } from '../../storage/feature-rows-store.ts';
import { readObjectIds } from '../../storage/feature-store.ts';
import { parseGuid } from '../../where/temporal-literal.ts';
import {
  type OperationResponse,
  clauseContextOf,
  type LayerCall,
  type ServiceCall,
  type ServiceRights,
} from '../context.ts';
import { Parameters, parameterError } from '../../../platform/arcgis/parameters.ts';
import {
  readSelection,
  selectionParameters,
  type SelectionRequest,
} from '../query/requested-features-condition.ts';
import { mayAddTo, mustAdd, mustEdit, ownOnly } from '../rights.ts';
import { checkVisitorEdits } from '../visitors.ts';
import { parentOf, readAttachmentEdits } from '../attachments/attachment-edits.ts';
import { noneEdited } from './edited-features.ts';
import { applyEdits, type EditRequest, type EditResults, settle } from './apply-edits.ts';
import { globalIdOf } from './read-feature.ts';

/** Features as JSON. Some clients send a single one without brackets. */
const features = json
  .transform((value): unknown[] => {
    if (value === null) return [];
    return Array.isArray(value) ? (value as unknown[]) : [value];
  })
  .default([]);

/** Edits sent by upload are not supported; layers have `supportsApplyEditsbyUploadId: false`. */
const notUploaded = never('Uploaded edits are not supported. Send the edits in the request.');

/** Parameters of every edit. */
const outcome = {
  rollbackOnFailure: boolean.default(true),
  returnEditMoment: boolean.default(false),
  gdbVersion: never('Versions are not supported.'),
  datumTransformation: never('Choosing a datum transformation is not supported.'),
  usePreviousEditMoment: off('usePreviousEditMoment is not supported.'),
  async: off('Asynchronous edits are not supported. Omit async.'),
  useUniqueIds: off('useUniqueIds is not supported. Use useGlobalIds.'),
};

const listsSchema = z.object({ adds: features, updates: features, deletes: list.default([]) });

const layerSchema = listsSchema.extend({
  ...outcome,
  attachments: json.optional(),
  useGlobalIds: boolean.default(false),
  editsUploadId: notUploaded,
});

const serviceSchema = z.object({
  ...outcome,
  edits: json.optional(),
  useGlobalIds: boolean.default(false),
  returnServiceEditsOption: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['none', 'originalandcurrentfeatures'], 'Choose none or originalAndCurrentFeatures.'))
    .default('none'),
  editsUploadId: notUploaded,
});

/** The parameters of addFeatures and updateFeatures. */
const featuresSchema = z.object({ ...outcome, features, useGlobalIds: boolean.default(false) });

const deleteSchema = z.object({
  ...outcome,
  ...selectionParameters,
  returnDeleteResults: boolean.default(true),
});

type Outcome = Pick<z.output<z.ZodObject<typeof outcome>>, 'rollbackOnFailure' | 'returnEditMoment'>;

/** `…/{layer}/applyEdits`: adds, updates and deletes in one transaction. */
export async function applyLayerEdits(call: LayerCall): Promise<OperationResponse> {
  const { parameters, layer } = call;
  const input = readOperation(layerSchema, parameters);
  const { adds, updates, useGlobalIds } = input;
  const request = {
    adds,
    updates,
    deletes: keys(input.deletes, useGlobalIds),
    attachments: readAttachmentEdits(input.attachments, layer, useGlobalIds),
    useGlobalIds,
  };
  return editLayers(call, input, [{ layer, request }], ([results]) => results ?? {});
}

/**
 * `…/FeatureServer/applyEdits`: edits of several layers in one transaction. With `returnServiceEditsOption` the edited features
 * are returned too: the SDK's editor requests them and draws what it gets.
 */
export async function applyServiceEdits(call: ServiceCall): Promise<OperationResponse> {
  const { parameters, layers, service, rights } = call;
  const input = readOperation(serviceSchema, parameters);
  const { edits, useGlobalIds } = input;
  const returnEdited = input.returnServiceEditsOption === 'originalandcurrentfeatures';
  if (!Array.isArray(edits)) throw parameterError('edits', 'Expected a JSON array.');
  // Reading edits takes longer than refusing them. What the service does not allow is said of each edit.
  if (allowedEdits(service).length > 0) mustMakeAnyEdit(layers, service, rights);
  if (edits.length > limits.editedLayers)
    throw parameterError(
      'edits',
      `Expected at most ${limits.editedLayers} members. Send the edits of each layer in one of them.`,
    );
  const requests = edits.map((entry: unknown, index) => {
    const { id, adds, updates, deletes, attachments, assetMaps } = (entry ?? {}) as Record<string, unknown>;
    const unknown = findUnknown(entry, layerMembers);
    if (unknown !== undefined)
      throw parameterError(
        `edits.${index}.${unknown}`,
        'Expected id, adds, updates, deletes and attachments.',
      );
    if (Object.keys(Object(assetMaps) as object).length > 0)
      throw parameterError(`edits.${index}.assetMaps`, '3D objects are not supported.');
    const layer = layers.find(({ layerId }) => layerId === id || String(layerId) === id);
    if (!layer) throw parameterError(`edits.${index}.id`, 'Layer not found.');
    // Read as if they were sent separately: lists as JSON, ids also comma-separated.
    const given = readOperation(
      listsSchema,
      new Parameters(...Object.entries({ adds, updates, deletes }).map(asParameter)),
    );
    return {
      layer,
      request: {
        adds: given.adds,
        updates: given.updates,
        deletes: keys(given.deletes, useGlobalIds),
        attachments: readAttachmentEdits(attachments, layer, useGlobalIds),
        useGlobalIds,
        returnEdited,
      },
    };
  });
  return editLayers(call, input, requests, (results) =>
    results.map((result, index) => ({ id: requests[index]?.layer.layerId, ...result })),
  );
}

const layerMembers = new Set(['id', 'adds', 'updates', 'deletes', 'attachments', 'assetMaps']);

function asParameter([name, value]: [string, unknown]): Record<string, unknown> {
  return { [name]: typeof value === 'string' || value === null ? value : JSON.stringify(value) };
}

export async function addFeatures(call: LayerCall): Promise<OperationResponse> {
  const { features: adds, useGlobalIds, ...input } = readOperation(featuresSchema, call.parameters);
  const request = { ...noEdits, adds, useGlobalIds };
  return editLayers(call, input, [{ layer: call.layer, request }], ([results]) => ({
    addResults: results?.addResults ?? [],
  }));
}

export async function updateFeatures(call: LayerCall): Promise<OperationResponse> {
  const { features: updates, useGlobalIds, ...input } = readOperation(featuresSchema, call.parameters);
  const request = { ...noEdits, updates, useGlobalIds };
  return editLayers(call, input, [{ layer: call.layer, request }], ([results]) => ({
    updateResults: results?.updateResults ?? [],
  }));
}

/**
 * `deleteFeatures`: those that have one of the objectIds and meet where, geometry and time. Clients send `where=1=1` together with
 * objectIds; each of these ids has a result then. Without any of them nothing is deleted.
 */
export async function deleteFeatures(call: LayerCall): Promise<OperationResponse> {
  const { parameters, layer, service, rights } = call;
  mustEdit(service, rights, 'Delete');
  const input = readOperation(deleteSchema, parameters);
  const ids = namedOnly(input) ?? (await selected(call, input));
  if (call.context.onLoop && ids.length > limits.loopIds) throw new TooHeavy();
  const request = { ...noEdits, deletes: ids.map((objectId) => ({ objectId })) };
  return editLayers(call, input, [{ layer, request }], ([results]) =>
    input.returnDeleteResults ? { deleteResults: results?.deleteResults ?? [] } : { success: true },
  );
}

/** The ids of a request without other conditions. */
function namedOnly({ objectIds, where, ...others }: SelectionRequest): number[] | undefined {
  const isNarrower = [others.geometry, others.time, others.fullText, others.uniqueIds].some(
    (each) => each !== undefined,
  );
  const isOfAll = where === undefined || /^\s*1\s*=\s*1\s*$/.test(where);
  return isNarrower || !isOfAll ? undefined : objectIds;
}

/** Ids of the matching features that the caller may delete. */
async function selected(call: LayerCall, input: SelectionRequest): Promise<number[]> {
  const { layer, context, rights } = call;
  const { where, geometry, objectIds } = input;
  if (where === undefined && geometry === undefined && objectIds === undefined) {
    throw parameterError('objectIds', 'Specify the features: objectIds, where or geometry.');
  }
  const selection = readSelection(input, layer, clauseContextOf(call), context.onLoop);
  const deletable = createdBy(layer, ownOnly(layer, rights).delete);
  const conditions = [...selection.conditions, deletable];
  const max = limits.deletedFeatures;
  const ids = await readObjectIds(context.reader, layer, { ...selection, conditions }, [], max + 1);
  if (ids.length <= max) return ids;
  throw parameterError('where', `One request deletes at most ${max} features. Delete them in several parts.`);
}

/** A request without edits. */
export const noEdits: EditRequest = { adds: [], updates: [], deletes: [], useGlobalIds: false };

/** Largest number of edits whose features are returned from the event loop. */
const returnedOnLoop = 50;

const countOf = ({ adds, updates, deletes }: EditRequest) => adds.length + updates.length + deletes.length;

/** Whether edits only delete, which no quota refuses. */
export function onlyDeletes({ adds, updates, attachments }: EditRequest): boolean {
  const given = [adds, updates, attachments?.adds ?? [], attachments?.updates ?? []];
  return given.every((list) => list.length === 0);
}

/** Whether attachments change existing features; those of new features are added with them. */
function changesAttachments({ adds, attachments }: EditRequest): boolean {
  if (!attachments) return false;
  if (attachments.updates.length > 0 || attachments.deletes.length > 0) return true;
  const added = new Set(adds.map(globalIdOf));
  return attachments.adds.some((attachment) => !added.has(parentOf(attachment)));
}

interface LayerEdit {
  layer: HostedLayer;
  request: EditRequest;
}

/** @throws MappingError 499, 403 or 400 unless the caller may make all of these edits */
export function mustMakeEdits(request: EditRequest, layer: HostedLayer, rights: ServiceRights): void {
  const { service } = layer;
  if (request.adds.length > 0) mustAdd(layer, rights);
  if (request.updates.length > 0) mustEdit(service, rights, 'Update');
  if (request.deletes.length > 0) mustEdit(service, rights, 'Delete');
  if (changesAttachments(request)) mustEdit(service, rights, 'Update');
}

/** A request without edits, such as the deletion of what is gone, is for those who may make any. */
function mustMakeAnyEdit(
  layers: readonly HostedLayer[],
  service: HostedService,
  rights: ServiceRights,
): void {
  if (layers.some((layer) => service.capabilities.includes('Create') && mayAddTo(layer, rights))) return;
  mustEdit(service, rights, allowedEdits(service)[0] ?? 'Update');
}

function allowedEdits({ capabilities }: HostedService) {
  return (['Update', 'Delete', 'Create'] as const).filter((each) => capabilities.includes(each));
}

/** Authorises, applies and presents. Responds only after the commit: what is acknowledged is stored. */
export async function editLayers(
  { context, service, rights }: Pick<ServiceCall, 'context' | 'service' | 'rights'>,
  { rollbackOnFailure, returnEditMoment }: Outcome,
  edits: readonly LayerEdit[],
  present: (results: EditResults[]) => object,
): Promise<OperationResponse> {
  for (const { layer, request } of edits) mustMakeEdits(request, layer, rights);
  if (edits.every(({ request }) => countOf(request) === 0))
    mustMakeAnyEdit(
      edits.map(({ layer }) => layer),
      service,
      rights,
    );
  if (!rights.mayEdit) checkVisitorEdits(edits);
  // An attachment may only be of a feature that is added: without a rollback, it could become that of an existing one.
  const mayOnlyAdd = !rights.mayEdit || !service.capabilities.includes('Update');
  const { onLoop } = context;
  if (onLoop && edits.some(({ request }) => request.returnEdited && countOf(request) > returnedOnLoop))
    throw new TooHeavy();
  const now = context.now();
  let results: EditResults[] = [];
  let editMoment = now;
  // Always in the same order, so that two requests for the same layers wait for each other instead of deadlocking.
  const ordered = edits.map((one, index) => ({ ...one, index })).sort((a, b) => byPlace(a.layer, b.layer));
  await editInTransaction(context.database, async (transaction) => {
    results = [];
    const room = roomFor(onLoop);
    if (edits.every(({ request }) => onlyDeletes(request))) await exemptFromQuotas(transaction);
    for (const { layer, request, index } of ordered) {
      // A request may have any number of empty entries, which need no lock.
      if (countOf(request) === 0 && !request.attachments) {
        const none = { addResults: [], updateResults: [], deleteResults: [] };
        results[index] = { ...none, ...(request.returnEdited && { editedFeatures: noneEdited(layer) }) };
        continue;
      }
      results[index] = await applyEdits(transaction, layer, request, {
        caller: rights.caller,
        now,
        own: ownOnly(layer, rights),
        onLoop,
        room,
        onMoment: (moment) => {
          editMoment = Math.max(editMoment, moment);
        },
      });
    }
    return settle(results, rollbackOnFailure || mayOnlyAdd);
  });
  const response = present(results);
  if (!returnEditMoment) return response;
  const withMoment = (each: object) => ({ ...each, editMoment });
  return Array.isArray(response) ? response.map(withMoment) : withMoment(response);
}

function keys(ids: readonly string[], useGlobalIds: boolean): FeatureKey[] {
  return ids.map((id) => {
    if (useGlobalIds) {
      const globalId = parseGuid(id);
      if (globalId === undefined) throw parameterError('deletes', 'Expected GlobalIDs.');
      return { globalId };
    }
    const objectId = Number(id);
    if (!Number.isSafeInteger(objectId)) throw parameterError('deletes', 'Expected object ids.');
    return { objectId };
  });
}
