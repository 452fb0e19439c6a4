import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { matchesEtag } from '../../../platform/http/etag.ts';
import { z } from 'zod';
import { boolean, list, numberFrom, readOperation, wholeNumber } from '../../../platform/arcgis/schema.ts';
import { writeEsriGeometry } from '../../geometry/esri-json.ts';
import {
  type FeaturePage,
  readFeatures,
  readFeaturesInto,
  readObjectIds,
  type SortTerm,
} from '../../storage/feature-store.ts';
import { countFeatures, readExtent } from '../../storage/count-features-store.ts';
import { attributesOf } from '../response-json.ts';
import { type OperationResponse, clauseContextOf, type LayerCall, sent } from '../context.ts';
import {
  readSelection,
  refuseLong,
  type RequestedSelection,
  selectFeatures,
  selectionParameters,
} from './requested-features-condition.ts';
import {
  type FeatureResponse,
  geometryShaper,
  outputParameters,
  readGeometryOutput,
  readOutFields,
} from './output.ts';
import { formatOf as formatAmong, isReadable, jsonFormats } from '../../../platform/arcgis/json-response.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { createHash } from 'node:crypto';
import { limits } from '../../../limits.ts';
import { projectEnvelope, projectorBetween } from '../../geometry/project.ts';
import { wireSpatialReference } from '../../geometry/spatial-reference.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { type HostedLayer, objectIdField, stateOf } from '../../layer/layer.ts';
import { PbfRows, writesRows } from '../pbf-rows.ts';
import { formatOf, sendCount, sendFacts, sendFeatures, sendIds, sendTable, sendWritten } from '../respond.ts';
import type { ClauseContext } from '../../where/typed-condition.ts';
import { inLargePage } from './large-page.ts';
import { readOrder } from './order-condition.ts';
import { never } from '../../../platform/arcgis/unsupported.ts';
import { unsupportedParameters } from './unsupported-parameters.ts';
import { prepareDistinct, prepareStatistics, tableParameters } from './statistics-query.ts';

const featureSchema = z.object({ ...outputParameters, gdbVersion: never('Versions are not supported.') });

/** `…/{layer}/{objectid}`: one feature with all its attributes. */
export async function readFeature({
  context,
  parameters,
  layer,
  path,
  rights,
}: LayerCall): Promise<OperationResponse> {
  const input = readOperation(featureSchema, parameters);
  formatAmong(parameters, jsonFormats);
  const clauseContext = clauseContextOf({ context, rights });
  const selection = {
    ...selectFeatures({ objectIds: [Number(path['objectid'])] }, layer, clauseContext),
    // A single feature may be larger than a page of others.
    onLoop: context.onLoop ?? false,
  };
  const wanted = { selection, fields: layer.fields, geometry: true, orderBy: [], offset: 0, limit: 1 };
  const [row] = await readFeatures(context.reader, layer, wanted);
  if (!row) throw arcgisError('services:not-found', { message: 'Feature not found.' });
  const output = readGeometryOutput(input, layer);
  const geometry = row.geometry && geometryShaper(output, layer.wkid)(row.geometry);
  return {
    feature: {
      attributes: attributesOf(layer.fields, row.values),
      ...(layer.geometryType && { geometry: geometry && writeEsriGeometry(geometry) }),
    },
  };
}

/** Largest `maxRecordCountFactor`, as in ArcGIS. */
const largestFactor = 5;

/** The parameters of a query of one layer. */
export const querySchema = z.object({
  ...unsupportedParameters,
  ...selectionParameters,
  ...outputParameters,
  ...tableParameters,
  outFields: list.optional(),
  returnGeometry: boolean.default(true),
  returnDistinctValues: boolean.default(false),
  returnExtentOnly: boolean.default(false),
  returnIdsOnly: boolean.default(false),
  returnUniqueIdsOnly: boolean.default(false),
  returnCentroid: boolean.default(false),
  maxRecordCountFactor: numberFrom(1, largestFactor).default(1),
  returnExceededLimitFeatures: boolean.default(true),
  resultRecordCount: wholeNumber(0).default(0),
});

type QueryInput = z.output<typeof querySchema>;

/** `…/FeatureServer/{layer}/query` in all its forms: normalise, validate, compute, respond. */
export async function query(call: LayerCall): Promise<OperationResponse> {
  const { context, parameters, layer } = call;
  const input = readOperation(querySchema, parameters);
  let volatile = false;
  const clauseContext = { ...clauseContextOf(call), onVolatile: () => void (volatile = true) };
  const selection = readSelection(input, layer, clauseContext, context.onLoop);
  const respond = prepareResponse(call, input, selection, clauseContext);
  // Every clause is compiled by now, so it is known whether one of them depends on the time or the user.
  if (!volatile && notModified(call)) {
    call.reply.status(304).send();
    return sent;
  }
  return respond();
}

/** Compiles a query for a selection of features; what it returns asks the database. */
export function prepareResponse(
  call: LayerCall,
  input: QueryInput,
  selection: RequestedSelection,
  clauseContext: ClauseContext,
): () => Promise<OperationResponse> {
  const { context, layer } = call;
  for (const name of ['groupByFieldsForStatistics', 'having'] as const)
    if (input.outStatistics === undefined && input[name] !== undefined)
      throw parameterError(name, 'This belongs to outStatistics. Specify both, or omit it.');
  if (input.outStatistics !== undefined || input.returnDistinctValues)
    return prepareTable(call, input, selection, clauseContext);
  if (input.returnExtentOnly) return async () => queryExtent(call, input, selection);
  if (input.returnCountOnly)
    return async () => sendCount(call, await countFeatures(context.reader, layer, selection));
  const order = orderOf(call, input, clauseContext);
  if (input.returnIdsOnly || input.returnUniqueIdsOnly)
    return async () => queryIds(call, input, selection, order);
  return async () =>
    inLargePage(context, pageSize(layer, input), async (limit) =>
      sendPage(call, input, { ...selection, ...limit }, order),
    );
}

/** Features as protocol buffers are written while they are read, if there is nothing else to do with them. */
async function sendPage(
  call: LayerCall,
  input: QueryInput,
  selection: RequestedSelection,
  order: readonly SortTerm[],
): Promise<OperationResponse> {
  const { context, layer, parameters } = call;
  const wanted = wantedOf(call, input);
  if (formatOf(parameters) !== 'pbf' || !writesRows(wanted))
    return sendFeatures(call, await collectFeatures(call, input, selection, order, wanted));
  const rows = new PbfRows(wanted, pageSize(layer, input));
  await readFeaturesInto(context.reader, layer, pageOf(call, input, selection, order, wanted), rows);
  const { exceeded } = rows;
  return sendWritten(
    call,
    { ...wanted, rows: [], exceeded },
    exceeded && !input.returnExceededLimitFeatures ? [] : rows.parts,
  );
}

async function queryIds(
  call: LayerCall,
  { returnIdsOnly }: QueryInput,
  selection: RequestedSelection,
  order: readonly SortTerm[],
): Promise<OperationResponse> {
  const { context, layer } = call;
  if (context.onLoop && layer.featureCount > limits.loopIds) throw new TooHeavy();
  const ids = await readObjectIds(context.reader, layer, selection, order);
  if (returnIdsOnly) return sendIds(call, objectIdField, ids);
  // With one field, ids are plain values instead of lists of them.
  return { uniqueIdFieldNames: objectIdField, uniqueIds: ids };
}

/** Statistics or distinct values. */
function prepareTable(
  call: LayerCall,
  input: QueryInput,
  selection: RequestedSelection,
  clauseContext: ClauseContext,
): () => Promise<OperationResponse> {
  const { context, parameters, layer } = call;
  const { reader, onLoop = false } = context;
  const statistics = parameters.text('outStatistics');
  if (onLoop) refuseLong(statistics, input.having, input.groupByFieldsForStatistics, input.orderByFields);
  const limit = pageSize(layer, input);
  const max = onLoop ? Math.min(limit, limits.loopTableRows) : limit;
  const readTable =
    statistics === undefined
      ? prepareDistinct(layer, input, readOutFields(input.outFields, layer.fields), clauseContext)
      : prepareStatistics(layer, input, clauseContext);
  return async () => {
    const table = await readTable(reader, selection, max);
    if (max < limit && 'exceeded' in table && table.exceeded) throw new TooHeavy();
    return sendTable(call, table);
  };
}

/** Largest number of features written with indentation on the event loop. */
const readableRows = 200;

/** What a response consists of. @throws MappingError 400 for parameters that do not fit together */
function wantedOf({ parameters, layer }: LayerCall, input: QueryInput) {
  const fields = readOutFields(input.outFields, layer.fields);
  const output = layer.geometryType && input.returnGeometry ? readGeometryOutput(input, layer) : null;
  const centroid = output !== null && input.returnCentroid;
  if (centroid && formatOf(parameters) === 'geojson')
    throw parameterError('returnCentroid', 'Centroids are not supported in GeoJSON.');
  return { layer, fields, output, ...(centroid && { centroid }) };
}

/** The page that a request asks for. @throws TooHeavy on the event loop for one that is certainly too large for it */
function pageOf(
  { context, layer }: LayerCall,
  input: QueryInput,
  selection: RequestedSelection,
  orderBy: readonly SortTerm[],
  { fields, output }: ReturnType<typeof wantedOf>,
): FeaturePage {
  const limit = pageSize(layer, input);
  // What the event loop would read before it gives up is read in vain.
  const isWhole = selection.conditions.length === 0 && !selection.space;
  if (context.onLoop && output && isWhole && Math.min(limit, layer.featureCount) > limits.loopPageRows)
    throw new TooHeavy('pages');
  const geometry = output !== null;
  return { selection, fields, geometry, orderBy, offset: input.resultOffset, limit: limit + 1 };
}

/** One page of the features of a selection. */
export async function collectFeatures(
  call: LayerCall,
  input: QueryInput,
  selection: RequestedSelection,
  orderBy: readonly SortTerm[],
  wanted = wantedOf(call, input),
): Promise<FeatureResponse> {
  const { context, parameters, layer } = call;
  const limit = pageSize(layer, input);
  const page = pageOf(call, input, selection, orderBy, wanted);
  const rows = await readFeatures(context.reader, layer, page);
  // Indented text is written in one piece.
  if (context.onLoop && isReadable(formatOf(parameters)) && rows.length > readableRows) throw new TooHeavy();
  const exceeded = rows.length > limit;
  // Clients that set this split the tile and query again: they would discard a partial response.
  const whole = input.returnExceededLimitFeatures;
  return { ...wanted, rows: exceeded ? (whole ? rows.slice(0, limit) : []) : rows, exceeded };
}

/** The requested order, without `OBJECTID ASC`, which clients always send and which is the default. */
export function orderOf(
  { context, layer }: Pick<LayerCall, 'context' | 'layer'>,
  { orderByFields }: Pick<QueryInput, 'orderByFields'>,
  clauseContext: ClauseContext,
): SortTerm[] {
  if (context.onLoop) refuseLong(orderByFields);
  const terms = readOrder(orderByFields, { fields: layer.fields, ...clauseContext });
  return /^\s*"?objectid"?(\s+asc)?\s*$/i.test(orderByFields ?? '') ? [] : terms;
}

function pageSize(
  layer: HostedLayer,
  { resultType, resultRecordCount: wanted, maxRecordCountFactor: factor }: QueryInput,
): number {
  const max = Math.floor(recordLimit(layer, resultType) * factor);
  // Some clients send 0 to mean "as many as possible".
  return wanted === 0 ? max : Math.min(wanted, max);
}

async function queryExtent(
  call: LayerCall,
  input: QueryInput,
  selection: RequestedSelection,
): Promise<OperationResponse> {
  const { context, layer } = call;
  const { wkid } = readGeometryOutput(input, layer);
  const { count, extent } = await readExtent(context.reader, layer, selection);
  const projected = extent && projectEnvelope(extent, projectorBetween(layer.wkid, wkid));
  const none = { xmin: 'NaN', ymin: 'NaN', xmax: 'NaN', ymax: 'NaN' };
  return sendFacts(call, {
    ...(input.returnCountOnly && { count }),
    extent: { ...(projected ?? none), spatialReference: wireSpatialReference(wkid) },
  });
}

/** The largest number of features in one response, by the request's `resultType`. */
function recordLimit(layer: HostedLayer, resultType: string | undefined): number {
  if (resultType === 'tile') return limits.featureTile;
  if (resultType === 'standard')
    return layer.geometryType === 'esriGeometryPoint' ? limits.featureTile : limits.featureStandardPage;
  return layer.maxRecordCount ?? limits.featurePage;
}

/**
 * Marks a GET response with the layer's edit time and returns whether the client has it already. The edit
 * time was read before the features: a tag never promises more than was sent.
 */
function notModified({ request, reply, layer, rights }: LayerCall): boolean {
  if (request.method !== 'GET') return false;
  const key = createHash('sha256')
    .update(`${layer.service.id}/${layer.layerId}/${stateOf(layer)}/${rights.mayEdit}/${rights.caller}`)
    .digest('base64url');
  const etag = `W/"${key.slice(0, 22)}"`;
  reply.header('etag', etag).header('cache-control', 'private, max-age=0, must-revalidate');
  return matchesEtag(request.headers['if-none-match'], etag);
}
