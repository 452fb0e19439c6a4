import { PbfWriter } from 'pbf';
import { writeGeoJson } from '../geometry/geojson.ts';
import { inSlices, joinSlices } from '../geometry/in-slices.ts';
import { objectIdField } from '../layer/layer.ts';
import { tableAsJson, featuresAsJson, attributesOf } from './response-json.ts';
import { countAsPbf, idsAsPbf, tableAsPbf, featureRowsAsPbf, featuresHeadAsPbf } from './response-pbf.ts';
import { type OperationResponse, type LayerCall, sent, type ServiceCall } from './context.ts';
import {
  formatOf as chosenFormat,
  isReadable,
  jsonFormats,
  writeJson,
} from '../../platform/arcgis/json-response.ts';
import { type Parameters, parameterError } from '../../platform/arcgis/parameters.ts';
import { type FeatureResponse, type FeaturesJson, geometryShaper } from './query/output.ts';
import type { TableResponse } from './query/statistics-query.ts';

const formats = [...jsonFormats, 'geojson', 'pbf'] as const;
type Format = (typeof formats)[number];

/** @throws MappingError 400 for an unsupported format */
export function formatOf(parameters: Parameters): Format {
  return chosenFormat(parameters, formats);
}

/** Sends JSON, indented for people. */
export function sendJson(
  { parameters, reply }: Pick<ServiceCall, 'parameters' | 'reply'>,
  body: object,
): typeof sent {
  const format = formatOf(parameters);
  reply.type(typeOf(format)).send(writeJson(body, format));
  return sent;
}

function typeOf(format: Format): string {
  return `application/${format === 'geojson' ? 'geo+json' : 'json'}; charset=utf-8`;
}

export async function sendFeatures(call: LayerCall, response: FeatureResponse): Promise<OperationResponse> {
  const format = formatOf(call.parameters);
  if (format === 'pbf') return sendPbf(call, await writePbfFeatures(response));
  const written = format === 'geojson' ? 'geojson' : 'json';
  const bytes = await writeJsonFeatures(response, written, { readable: isReadable(format) });
  return sendBytes(call, typeOf(format), bytes);
}

/** Sends features that were written as protocol buffers. */
export function sendWritten(
  call: LayerCall,
  response: FeatureResponse,
  rows: readonly Uint8Array[],
): OperationResponse {
  return sendPbf(call, joinPbfFeatures(response, rows));
}

export function sendTable(call: LayerCall, response: TableResponse | { count: number }): OperationResponse {
  if ('count' in response) return sendCount(call, response.count);
  if (response.shapes && !jsonFormats.some((format) => format === formatOf(call.parameters)))
    throw parameterError('f', 'Geometry made of features is available as JSON only.');
  const format = formatOf(call.parameters);
  if (format === 'pbf') return sendPbf(call, tableAsPbf(response));
  return sendJson(call, format === 'geojson' ? tableAsGeoJson(response) : tableAsJson(response));
}

export function sendCount(call: LayerCall, count: number): OperationResponse {
  if (formatOf(call.parameters) === 'pbf') return sendPbf(call, countAsPbf(count));
  return sendFacts(call, { count });
}

export function sendIds(call: LayerCall, objectIdFieldName: string, objectIds: number[]): OperationResponse {
  if (formatOf(call.parameters) === 'pbf') return sendPbf(call, idsAsPbf(objectIds));
  return sendFacts(call, { objectIdFieldName, objectIds });
}

/** What is known of features, without them. GeoJSON has it among the collection's other properties, and beside them. */
export function sendFacts(call: LayerCall, facts: object): OperationResponse {
  if (formatOf(call.parameters) !== 'geojson') return sendJson(call, facts);
  return sendJson(call, { type: 'FeatureCollection', properties: facts, ...facts, features: [] });
}

function sendPbf(call: LayerCall, bytes: Uint8Array): typeof sent {
  return sendBytes(call, 'application/x-protobuf', bytes);
}

function sendBytes({ reply }: LayerCall, contentType: string, bytes: Uint8Array): typeof sent {
  reply.type(contentType).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return sent;
}

/**
 * Features as encoded text; a large response is written and encoded in slices, so that other requests are
 * answered meanwhile.
 */
export async function writeJsonFeatures(
  response: FeatureResponse,
  format: 'json' | 'geojson',
  { readable = false } = {},
): Promise<Uint8Array> {
  const write = format === 'geojson' ? featuresAsGeoJson : featuresAsJson;
  const print = (value: unknown) => JSON.stringify(value, undefined, readable ? 2 : undefined);
  // Without the brackets; for people with line breaks and two more spaces.
  const bare = (list: readonly unknown[]) =>
    readable ? print(list).slice(1, -2).replaceAll('\n', '\n  ') : print(list).slice(1, -1);
  const slices = await inSlices(
    response.rows,
    ({ geometry }) => geometry,
    (rows) => Buffer.from(bare(write({ ...response, rows }).features)),
  );
  const { features, ...head } = write({ ...response, rows: [] });
  if (slices.length === 0) return Buffer.from(print({ ...head, features }));
  const [opened, closed] = readable ? [',\n  "features": [', '\n  ]\n}'] : [',"features":[', ']}'];
  return joinSlices(`${print(head).slice(0, readable ? -2 : -1)}${opened}`, slices, closed);
}

/** Features as Esri's protocol buffer: `{version: "1.0", queryResult: {featureResult: {head, features}}}`. */
async function writePbfFeatures(response: FeatureResponse): Promise<Uint8Array> {
  const rows = await inSlices(
    response.rows,
    ({ geometry }) => geometry,
    (slice) => featureRowsAsPbf({ ...response, rows: slice }),
  );
  return joinPbfFeatures(response, rows);
}

/** A feature result of features that were written already. */
function joinPbfFeatures(response: FeatureResponse, rows: readonly Uint8Array[]): Uint8Array {
  const parts = [featuresHeadAsPbf(response), ...rows];
  const inner = parts.reduce((sum, part) => sum + part.length, 0);
  const featureResult = opened(1, inner);
  const queryResult = opened(2, featureResult.length + inner);
  const version = new PbfWriter();
  version.writeStringField(1, '1.0');
  return Buffer.concat([version.finish(), queryResult, featureResult, ...parts]);
}

/** The beginning of an embedded message: its number and its length. */
function opened(field: number, length: number): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeTag(field, 2);
  pbf.writeVarint(length);
  return pbf.finish();
}

/** The name of a spatial reference as GeoJSON had it before RFC 7946; one given as well-known text has none. */
function crsOf(wkid: number): object {
  return wkid > 0 ? { crs: { type: 'name', properties: { name: `EPSG:${wkid}` } } } : {};
}

/** Features as GeoJSON, in WGS84 by default, with `exceededTransferLimit` under `properties`, where GDAL and esri-leaflet read it. */
function featuresAsGeoJson({ layer, fields, rows, output, exceeded }: FeatureResponse): FeaturesJson {
  const shape = output && geometryShaper(output, layer.wkid);
  return {
    type: 'FeatureCollection',
    ...crsOf(output?.wkid ?? 4326),
    properties: { objectIdFieldName: objectIdField, ...(exceeded && { exceededTransferLimit: true }) },
    ...(exceeded && { exceededTransferLimit: true }),
    features: rows.map(({ objectId, values, geometry }) => {
      const shaped = geometry && shape ? shape(geometry) : null;
      return {
        type: 'Feature',
        id: objectId,
        geometry: shaped && writeGeoJson(shaped),
        properties: attributesOf(fields, values),
      };
    }),
  };
}

/** Statistics and distinct values as GeoJSON: features that have only properties. */
function tableAsGeoJson({ fields, rows, exceeded }: TableResponse): object {
  return {
    type: 'FeatureCollection',
    properties: exceeded ? { exceededTransferLimit: true } : {},
    ...(exceeded && { exceededTransferLimit: true }),
    features: rows.map((values) => ({
      type: 'Feature',
      geometry: null,
      properties: attributesOf(fields, values),
    })),
  };
}
