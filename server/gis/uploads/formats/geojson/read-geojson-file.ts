import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import type { UploadPlace } from '../../../../../wire/upload.ts';
import { isObject } from '../../../../../wire/json.ts';
import { canonicalWkid, isKnownWkid } from '../../../geometry/spatial-reference.ts';
import { readBytes } from '../../bytes/read-bytes.ts';
import {
  type SourceFacts,
  type SourceGeometry,
  type SourceReference,
  uploadFault,
  type UploadFeature,
  type UploadFile,
  type UploadSource,
  wgs84,
} from '../../upload-source.ts';
import { type FeatureBytes, FeatureSplitter } from './feature-splitter.ts';

/** Characters the engine quotes before the invalid one. */
const contextLength = 10;

/**
 * The error of JSON.parse, and its position: the engine reports the position, or a few characters around it.
 */
function explainJson(error: unknown, text: string): { problem: string; position: number } {
  const words = error instanceof Error ? error.message : '';
  const position = /at position (\d+)/.exec(words)?.[1];
  if (position !== undefined)
    return { problem: words.replace(/ in JSON at position.*$/s, ''), position: Number(position) };
  const around = /, (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(words);
  const found = around?.[1] === undefined ? 0 : text.indexOf(around[2] ?? '') + contextLength;
  return { problem: words.replace(/, (\.\.\.)?".*$/s, ''), position: Math.max(0, found) };
}

const geometryTypes = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

/** GeoJSON (RFC 7946, and the older `crs` member), as a collection, a single feature, or one feature a line. */
export function openGeoJson(file: UploadFile): UploadSource {
  let reference: SourceReference = wgs84;
  const facts: SourceFacts = { notes: [] };
  return {
    format: 'geojson',
    facts,
    layers: [
      {
        name: path.parse(file.name).name,
        reference: () => reference,
        async *features() {
          const splitter = new FeatureSplitter();
          let count = 0;
          function* read(chunk: Buffer) {
            for (const bytes of splitter.push(chunk)) yield readFeature(bytes, (count += 1));
          }
          for await (const chunk of withoutMark(readBytes(file))) yield read(chunk);
          const { surroundings, unfinished } = splitter;
          if (unfinished) throw endsEarly(unfinished, count);
          if (count === 0 && surroundings === undefined) throw uploadFault('no-features');
          if (surroundings !== undefined) reference = readCrs(parse(Buffer.from(surroundings), { line: 1 }));
        },
      },
    ],
    close: () => Promise.resolve(),
  };
}

function endsEarly({ line, inFeature }: { line: number; inFeature: boolean }, count: number) {
  return inFeature
    ? uploadFault('ends-in-feature', { line, feature: count + 1 })
    : uploadFault('ends-early', { line });
}

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first = true;
  for await (const chunk of chunks) {
    const marked = first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    first = false;
    yield marked ? chunk.subarray(3) : chunk;
  }
}

function readFeature({ bytes, line }: FeatureBytes, feature: number): UploadFeature {
  const place = { line, feature };
  const value = parse(bytes, place);
  if (!isObject(value)) throw uploadFault('feature-expected', place);
  if (geometryTypes.has(String(value['type'])))
    return { properties: {}, geometry: value as unknown as SourceGeometry, place };
  if (value['type'] !== 'Feature') {
    throw uploadFault('no-feature', place, {
      type: String(JSON.stringify(value['type'])).slice(0, 40),
    });
  }
  const { properties, geometry } = value;
  if (geometry !== null && geometry !== undefined && !isObject(geometry))
    throw uploadFault('broken-geometry', place, { reason: 'not an object' });
  return {
    properties: isObject(properties) ? properties : {},
    geometry: (geometry ?? null) as SourceGeometry | null,
    place,
  };
}

/** @throws MappingError `services:invalid-upload` at the line of the syntax error */
function parse(bytes: Buffer, place: UploadPlace & { line: number }): unknown {
  if (!isUtf8(bytes)) throw uploadFault('wrong-bytes', place, { encoding: 'UTF-8' });
  const text = bytes.toString();
  try {
    return (longInteger.test(text) ? parseRevived(text, keepDigits) : JSON.parse(text)) as unknown;
  } catch (error) {
    const { problem, position } = explainJson(error, text);
    const below = text.slice(0, position).split('\n').length - 1;
    throw uploadFault('broken-json', { ...place, line: place.line + below }, { reason: problem });
  }
}

/** Whole numbers that may have more digits than a number of JavaScript keeps. */
const longInteger = /[:[,]\s*-?\d{16,}/;

/** JSON.parse with a function that gets the text of each value too (TC39’s JSON.parse source text access). */
const parseRevived = JSON.parse as (text: string, revive: typeof keepDigits) => unknown;

/** Reads a whole number that would lose digits as text, as those of other formats are. */
function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

/** The `crs` member of the older GeoJSON: `{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}`. */
function readCrs(collection: unknown): SourceReference {
  const crs = (collection as { crs?: { properties?: { name?: unknown } } | null } | null)?.crs;
  if (!crs) return wgs84;
  const name = crs.properties?.name;
  if (typeof name !== 'string' || /CRS:?84$/i.test(name)) return wgs84;
  const code = /(?:^|[:/])(\d{4,6})$/.exec(name)?.[1];
  const wkid = code === undefined ? undefined : canonicalWkid(Number(code));
  if (wkid === undefined || !isKnownWkid(wkid)) {
    throw uploadFault('unknown-reference-name', {}, { name: name.slice(0, 80) });
  }
  return { wkid };
}
