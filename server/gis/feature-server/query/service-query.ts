import { z } from 'zod';
import { formatOf, jsonFormats } from '../../../platform/arcgis/json-response.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { json, readOperation } from '../../../platform/arcgis/schema.ts';
import { never, off } from '../../../platform/arcgis/unsupported.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { findUnknown } from '../../definitions/refuse-unkept.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { countFeatures } from '../../storage/count-features-store.ts';
import { readObjectIds } from '../../storage/feature-store.ts';
import { objectIdField } from '../../layer/layer.ts';
import { featuresAsJson } from '../response-json.ts';
import { type OperationResponse, clauseContextOf, type ServiceCall } from '../context.ts';
import { layerAt, readMoment } from './historic-moment.ts';
import { collectFeatures, orderOf, querySchema } from './query.ts';
import { readSelection } from './requested-features-condition.ts';

const one = 'This is not supported for several layers. Query one layer.';

const schema = querySchema.extend({
  layerDefs: z.string().transform(readConditions).optional(),
  where: z
    .string()
    .optional()
    .refine(
      (text) => text === undefined || /^\s*1\s*=\s*1\s*$/.test(text),
      'Specify the condition of each layer in layerDefs.',
    ),
  returnExtentOnly: off(one),
  returnDistinctValues: off(one),
  returnUniqueIdsOnly: off(one),
  outStatistics: never(one),
  having: never(one),
  groupByFieldsForStatistics: never(one),
});

/** The query of one layer. */
interface LayerRequest {
  layer: HostedLayer;
  where: string | undefined;
  outFields: string[] | undefined;
}

/** `…/FeatureServer/query`: features of several layers, each by its own condition, within one geometry and time. */
export async function queryService(call: ServiceCall): Promise<OperationResponse> {
  const { context } = call;
  const { layerDefs, ...input } = readOperation(schema, call.parameters);
  formatOf(call.parameters, jsonFormats);
  // Several layers are several pages.
  if (context.onLoop) throw new TooHeavy();
  const clauseContext = clauseContextOf(call);
  const layers = [];
  const moment = readMoment(call.parameters);
  for (const { layer: present, where, outFields } of readLayerRequests(layerDefs, call.layers)) {
    const layer = await layerAt(context.reader, present, moment, call.rights);
    const { geometry, ...rest } = input;
    // A table has no place.
    const spatial = layer.geometryType === null ? rest : { ...rest, geometry };
    const query = { ...spatial, where: where ?? '1=1', outFields: outFields ?? input.outFields ?? ['*'] };
    const selection = readSelection(query, layer, clauseContext);
    const { layerId: id } = layer;
    if (input.returnCountOnly) {
      layers.push({ id, count: await countFeatures(context.reader, layer, selection) });
      continue;
    }
    const order = orderOf({ context, layer }, query, clauseContext);
    if (input.returnIdsOnly) {
      const objectIds = await readObjectIds(context.reader, layer, selection, order);
      layers.push({ id, objectIdFieldName: objectIdField, objectIds });
    } else {
      const response = await collectFeatures({ ...call, layer }, query, selection, order);
      layers.push({ id, ...featuresAsJson(response) });
    }
  }
  return { layers };
}

/** JSON, or the older syntax `0:NAME='x';1:…`. */
function readConditions(text: string, context: z.RefinementCtx): unknown {
  if (!/^\s*\d+\s*:/.test(text)) {
    const read = json.safeParse(text);
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: 'Not valid JSON.' });
    return z.NEVER;
  }
  const parts = [...text.matchAll(/\s*(\d+)\s*:((?:'[^']*'|[^;'])*)(?:;|$)/gy)];
  if (parts.reduce((read, [part]) => read + part.length, 0) === text.length)
    return parts.map(([, layerId, where]) => ({ layerId, where }));
  context.addIssue({ code: 'custom', message: "Expected 0:NAME='x';1:SIZE>3, or JSON." });
  return z.NEVER;
}

/** `{"0":"NAME = 'x'"}` or `[{layerId, where, outFields}]`; all layers when absent. */
function readLayerRequests(given: unknown, layers: readonly HostedLayer[]): LayerRequest[] {
  if (given === undefined || given === null)
    return layers.map((layer) => ({ layer, where: undefined, outFields: undefined }));
  if (typeof given !== 'object') throw invalid('Expected JSON with the condition of each layer.');
  const entries: [unknown, unknown, unknown][] = Array.isArray(given)
    ? (given as unknown[]).map(readEntry)
    : Object.entries(given).map(([id, where]) => [id, where, undefined]);
  const seen = new Set<HostedLayer>();
  return entries.map(([id, where, outFields]) => {
    const layer = layers.find(({ layerId }) => String(layerId) === String(id));
    if (!layer) throw invalid(`There is no layer ${String(id).slice(0, 20)}.`);
    if (seen.has(layer)) throw invalid(`Specify the layer ${layer.layerId} once.`);
    seen.add(layer);
    const fields = Array.isArray(outFields)
      ? outFields.map(String)
      : textOf('outFields', outFields)?.split(',');
    return { layer, where: textOf('where', where), outFields: fields?.map((name) => name.trim()) };
  });
}

const members = new Set(['layerId', 'where', 'outFields', 'outfields']);

function readEntry(given: unknown): [unknown, unknown, unknown] {
  const unknown = findUnknown(given, members);
  if (unknown !== undefined) throw invalid(`It has no member ${unknown}.`);
  const { layerId, where, outFields, outfields = outFields } = Object(given) as Record<string, unknown>;
  return [layerId, where, outfields];
}

function textOf(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalid(`Expected a text as ${name}.`);
  return value.trim() === '' ? undefined : value;
}

function invalid(problem: string) {
  return parameterError('layerDefs', problem);
}
