import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { boolean, json, objectIds, readOperation } from '../../../platform/arcgis/schema.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { saveResponse } from './background.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import {
  type ChangedFeature,
  compareGenerations,
  type GenerationRange,
  readGeneration,
} from '../../storage/changes-store.ts';
import type { FeatureSelection } from '../../storage/feature-store.ts';
import { type OperationResponse, type ServiceCall } from '../context.ts';
import { outputParameters } from '../query/output.ts';
import { spatialParameters } from '../query/spatial-filter.ts';
import { never, nothing, off } from '../../../platform/arcgis/unsupported.ts';
import { mustHaveGeneration } from './generations.ts';
import { layerQueries, readLayerFilter, usualFilter, writeFeatures } from './layer-filter.ts';

const generations = z
  .array(
    z.object({ id: z.int().nonnegative(), serverGen: z.int().nonnegative() }),
    'Expected [{"id": 0, "serverGen": 1500000000000}].',
  )
  .max(limits.editedLayers, `Expected at most ${limits.editedLayers} layers.`);

const schema = z.object({
  ...spatialParameters,
  layers: objectIds.optional(),
  layerServerGens: json.pipe(generations).optional(),
  layerQueries: json.pipe(layerQueries).optional(),
  returnInserts: boolean.default(false),
  returnUpdates: boolean.default(false),
  returnDeletes: boolean.default(false),
  returnIdsOnly: boolean.default(false),
  outSR: outputParameters.outSR,
  serverGens: never('serverGens is not supported. Specify the generation of each layer in layerServerGens.'),
  gdbVersion: never('Versions are not supported.'),
  fieldsToCompare: never('fieldsToCompare is not supported.'),
  returnExtentOnly: off('returnExtentOnly is not supported.'),
  returnAttachments: off('returnAttachments is not supported.'),
  returnDeletedFeatures: off(
    'returnDeletedFeatures is not supported. The ids of deleted features are returned.',
  ),
  returnHasGeometryUpdates: off('returnHasGeometryUpdates is not supported.'),
  async: boolean.default(false),
  transportType: z.enum(['esriTransportTypeEmbedded', 'esriTransportTypeUrl']).optional(),
  responseType: z
    .literal('esriDataChangesResponseTypeEdits', 'Only esriDataChangesResponseTypeEdits is supported.')
    .optional(),
  changesExtentGridCell: nothing('changesExtentGridCell is not supported.'),
  dataFormat: z
    .string()
    .optional()
    .refine((format) => format === undefined || /^json$/i.test(format), 'Only json is supported.'),
});

type Input = z.output<typeof schema>;

/** The changes to extract of one layer; none without a selection. */
interface Extract {
  layer: HostedLayer;
  range: GenerationRange;
  selection: FeatureSelection | undefined;
}

/**
 * `…/FeatureServer/extractChanges`: features added, updated and deleted since a generation of each layer, and the generation
 * that they lead to. With `async=true` in the background. The same request gives the same features again, with later changes.
 */
export async function extractChanges(call: ServiceCall): Promise<OperationResponse> {
  const { input, layers } = readRequest(call);
  const { reader, onLoop, job } = call.context;
  if (onLoop) throw new TooHeavy('pages');
  const extracts = layers.map((one) => ({ ...one, selection: readFilter(input, one.layer, call) }));
  const edits: object[] = [];
  let left: number = limits.extractedChanges;
  for (const { layer, range, selection } of extracts) {
    const changed = selection ? await compareGenerations(reader, layer, range, selection, left) : [];
    if (!changed)
      throw parameterError(
        'layerServerGens',
        `More than ${limits.extractedChanges} features have changed since. Download the features again.`,
      );
    left -= changed.length;
    edits.push({ id: layer.layerId, ...(await presentChanges(call, input, { layer, range, changed })) });
  }
  const head = {
    layerServerGens: extracts.map(({ layer, range }) => ({ id: layer.layerId, serverGen: range.to })),
    transportType: 'esriTransportTypeEmbedded',
    responseType: 'esriDataChangesResponseTypeEdits',
  };
  if (!job) return { ...head, edits };
  job.progress[0] = limits.extractedChanges - left;
  const content = { layers: head.layerServerGens, needsSync: false };
  return saveResponse(call, content, writeResponse(head, edits), { check: readRequest });
}

/** Refuses at once what the job would refuse. */
export async function checkChanges(call: ServiceCall): Promise<void> {
  readRequest(call);
}

function readRequest(call: ServiceCall): { input: Input; layers: Omit<Extract, 'selection'>[] } {
  const input = readOperation(schema, call.parameters);
  if (!input.returnInserts && !input.returnUpdates && !input.returnDeletes)
    throw parameterError('returnInserts', 'Set returnInserts, returnUpdates or returnDeletes to true.');
  if (input.transportType === 'esriTransportTypeUrl' && !input.async)
    throw parameterError('transportType', 'Set async to true for the address of the changes.');
  return { input, layers: readLayers(input, call) };
}

/** The response as text, a layer at a time. */
async function* writeResponse(head: object, edits: readonly object[]): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"edits":[`;
  for (const [index, edit] of edits.entries()) yield `${index > 0 ? ',' : ''}${JSON.stringify(edit)}`;
  yield ']}';
}

/** @throws MappingError for a layer without the generation, before anything is read */
function readLayers(input: Input, { layers, rights }: ServiceCall): Omit<Extract, 'selection'>[] {
  const parameter = 'layerServerGens';
  const { layerServerGens: given } = input;
  if (!given || given.length === 0) throw parameterError(parameter, 'Specify the generation of each layer.');
  const ids = [...new Set(input.layers ?? given.map(({ id }) => id))];
  const filtered = Object.keys(input.layerQueries ?? {});
  const nowhere = filtered.find((id) => !layers.some(({ layerId }) => String(layerId) === id));
  if (nowhere !== undefined)
    throw parameterError('layerQueries', `There is no layer ${nowhere.slice(0, 60)}.`);
  return ids.map((id) => {
    const layer = layers.find(({ layerId }) => layerId === id);
    if (!layer) throw parameterError('layers', `There is no layer ${id}.`);
    const from = given.find((one) => one.id === id)?.serverGen;
    if (from === undefined) throw parameterError(parameter, `Specify the generation of layer ${id}.`);
    mustHaveGeneration(layer, from, rights, parameter);
    return { layer, range: { from, to: layer.editedAt } };
  });
}

/** The filter of a layer's features; undefined: none of them. */
function readFilter(input: Input, layer: HostedLayer, call: ServiceCall): FeatureSelection | undefined {
  const filter = { ...usualFilter, ...input.layerQueries?.[String(layer.layerId)] };
  return readLayerFilter(filter, input, layer, call);
}

async function presentChanges(
  { context: { reader } }: ServiceCall,
  input: Input,
  { layer, range, changed }: { layer: HostedLayer; range: GenerationRange; changed: ChangedFeature[] },
): Promise<object> {
  const of = (change: ChangedFeature['change'], isWanted: boolean) =>
    isWanted ? changed.filter((one) => one.change === change) : [];
  const added = of('added', input.returnInserts);
  const updated = of('changed', input.returnUpdates);
  const deleted = of('deleted', input.returnDeletes);
  const idsOf = (features: ChangedFeature[]) => features.map(({ objectId }) => objectId);
  if (input.returnIdsOnly)
    return { objectIds: { adds: idsOf(added), updates: idsOf(updated), deletes: idsOf(deleted) } };
  const all = await readGeneration(reader, layer, range.to, idsOf([...added, ...updated]));
  const isAdded = new Set(idsOf(added));
  const write = (rows: typeof all) => writeFeatures(layer, rows, input.outSR);
  return {
    features: {
      adds: write(all.filter(({ objectId }) => isAdded.has(objectId))),
      updates: write(all.filter(({ objectId }) => !isAdded.has(objectId))),
      deleteIds: deleted.map(({ globalId }) => globalId),
    },
  };
}
