import { isReadable } from '../../../platform/arcgis/json-answer.ts';
import { createHash } from 'node:crypto';
import { limits } from '../../../limits.ts';
import { projectEnvelope, projectorBetween } from '../../geometry/project.ts';
import { wireSpatialReference } from '../../geometry/spatial-reference.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { objectIdField, type HostedLayer } from '../../layer/layer.ts';
import { countFeatures, readExtent, readFeatures, readObjectIds } from '../../storage/feature-store.ts';
import { sent, type Answer, type LayerCall } from '../context.ts';
import { formatOf, sendCount, sendFeatures, sendIds, sendTable } from '../respond.ts';
import { readOrder } from './order-condition.ts';
import { readOutFields } from './out-fields.ts';
import { readGeometryOutput } from './output.ts';
import { readSelection, type RequestedSelection } from './requested-features-condition.ts';
import { queryDistinct, queryStatistics } from './statistics-query.ts';

/** `…/FeatureServer/{layer}/query` in all its forms: normalise, validate, compute, respond. */
export async function query(call: LayerCall): Promise<Answer> {
  const { context, parameters, layer } = call;
  const now = context.now();
  const selection = readSelection(parameters, layer, now, context.onLoop);
  if (!selection.volatile && notModified(call)) {
    call.reply.status(304).send();
    return sent;
  }
  if (parameters.text('outStatistics') !== undefined) {
    const limit = pageSize(call);
    return sendTable(call, await queryStatistics(context.reader, layer, selection, parameters, limit, now));
  }
  if (parameters.flag('returnDistinctValues')) {
    const fields = readOutFields(parameters.list('outFields'), layer.fields);
    return sendTable(
      call,
      await queryDistinct(context.reader, layer, selection, parameters, fields, pageSize(call), now),
    );
  }
  if (parameters.flag('returnExtentOnly')) return queryExtent(call, selection);
  if (parameters.flag('returnCountOnly'))
    return sendCount(call, await countFeatures(context.reader, layer, selection));
  if (parameters.flag('returnIdsOnly')) {
    if (context.onLoop && layer.featureCount > limits.loopIds) throw new TooHeavy();
    return sendIds(call, objectIdField, await readObjectIds(context.reader, layer, selection));
  }
  return queryFeatures(call, selection, now);
}

/** Largest number of features written with indentation on the event loop. */
const readableRows = 200;

async function queryFeatures(call: LayerCall, selection: RequestedSelection, now: number): Promise<Answer> {
  const { context, parameters, layer } = call;
  const fields = readOutFields(parameters.list('outFields'), layer.fields);
  const output =
    layer.geometryType && parameters.flag('returnGeometry', true)
      ? readGeometryOutput(parameters, layer)
      : null;
  const limit = pageSize(call);
  const rows = await readFeatures(context.reader, layer, {
    selection,
    fields,
    geometry: output !== null,
    orderBy: withoutKey(
      readOrder(parameters.text('orderByFields'), { fields: layer.fields, now }),
      parameters.text('orderByFields'),
    ),
    offset: parameters.number('resultOffset', { least: 0, whole: true, most: Number.MAX_SAFE_INTEGER }) ?? 0,
    limit: limit + 1,
  });
  // Indented text is written in one piece.
  if (context.onLoop && isReadable(formatOf(parameters)) && rows.length > readableRows) throw new TooHeavy();
  const exceeded = rows.length > limit;
  // Clients that set this split the tile and query again: they would discard a partial answer.
  const whole = parameters.flag('returnExceededLimitFeatures', true);
  return sendFeatures(call, {
    layer,
    fields,
    rows: exceeded ? (whole ? rows.slice(0, limit) : []) : rows,
    output,
    exceeded,
  });
}

/** Leaves out `OBJECTID ASC`, which clients always send and which is the default order. */
function withoutKey<Term>(terms: Term[], text: string | undefined): Term[] {
  return /^\s*"?objectid"?(\s+asc)?\s*$/i.test(text ?? '') ? [] : terms;
}

function pageSize({ parameters, layer }: LayerCall): number {
  const most = recordLimit(layer, parameters.text('resultType'));
  const wanted = parameters.number('resultRecordCount', { least: 0, whole: true });
  // Some clients send 0 to mean "as many as possible".
  return wanted === undefined || wanted === 0 ? most : Math.min(wanted, most);
}

async function queryExtent(call: LayerCall, selection: RequestedSelection): Promise<Answer> {
  const { context, parameters, layer } = call;
  const { wkid } = readGeometryOutput(parameters, layer);
  const { count, extent } = await readExtent(context.reader, layer, selection);
  const projected = extent && projectEnvelope(extent, projectorBetween(layer.wkid, wkid));
  const none = { xmin: 'NaN', ymin: 'NaN', xmax: 'NaN', ymax: 'NaN' };
  return {
    ...(parameters.flag('returnCountOnly') && { count }),
    extent: { ...(projected ?? none), spatialReference: wireSpatialReference(wkid) },
  };
}

/** The largest number of features in one answer, by the request's `resultType`. */
function recordLimit(layer: HostedLayer, resultType: string | undefined): number {
  if (resultType === 'tile') return limits.featureTile;
  if (resultType === 'standard')
    return layer.geometryType === 'esriGeometryPoint' ? limits.featureTile : limits.featureStandardPage;
  return limits.featurePage;
}

/**
 * Marks a GET answer with the layer's edit time and says whether the client has it already. The edit time was read
 * before the features: a tag never promises more than was sent.
 */
function notModified({ request, reply, layer, rights }: LayerCall): boolean {
  if (request.method !== 'GET') return false;
  const key = createHash('sha256')
    .update(`${layer.service.id}/${layer.layerId}/${layer.editedAt}/${rights.mayEdit}`)
    .digest('base64url');
  const etag = `W/"${key.slice(0, 22)}"`;
  reply.header('etag', etag).header('cache-control', 'private, max-age=0, must-revalidate');
  return (request.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim() === etag);
}
