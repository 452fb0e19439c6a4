import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { MappingError } from '../../../../../wire/errors.ts';
import { objectOf } from '../../../../../wire/json.ts';
import type { UploadPlace } from '../../../../../wire/upload.ts';
import { readEsriGeometry } from '../../../geometry/esri-json.ts';
import { type GeoJsonGeometry, writeGeoJson } from '../../../geometry/geojson.ts';
import { canonicalWkid, isKnownWkid } from '../../../geometry/spatial-reference.ts';
import { columnTypes, type FieldType } from '../../../layer/field.ts';
import { referenceOfText } from '../../geometry/place-geometry.ts';
import {
  type SourceField,
  type SourceLayer,
  type SourceReference,
  uploadFault,
  type UploadFeature,
  type UploadFile,
  uploadLimits,
  type UploadSource,
  wgs84,
} from '../../upload-source.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Features as ArcGIS clients write them: a feature collection with its layers, one of its layers, or a feature
 * set. The text is read as a whole, so it is limited like a single feature's.
 */
export async function openFeatureCollection(file: UploadFile): Promise<UploadSource> {
  const { size } = await stat(file.path);
  if (size > uploadLimits.featureBytes)
    throw uploadFault('feature-too-large', {}, { most: uploadLimits.featureBytes / 1e6 });
  const bytes = await readFile(file.path);
  if (!isUtf8(bytes)) throw uploadFault('wrong-bytes', {}, { encoding: 'UTF-8' });
  file.meter.total = size;
  file.meter.read = size;
  const layers = layersOf(parse(bytes.toString()));
  return {
    format: 'featureCollection',
    facts: { notes: [] },
    layers: layers.map((layer) => readLayer(layer, path.parse(file.name).name)),
    close: () => Promise.resolve(),
  };
}

function parse(text: string): Json {
  try {
    return objectOf(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw uploadFault('broken-json', {}, { reason });
  }
}

function layersOf(json: Json): Json[] {
  const collection = objectOf(json['featureCollection'] ?? json);
  const { layers } = collection;
  if (Array.isArray(layers)) return layers.map(objectOf);
  return [collection];
}

function readLayer(layer: Json, name: string): SourceLayer {
  const definition = objectOf(layer['layerDefinition']);
  const set = objectOf(layer['featureSet'] ?? layer);
  const features = Array.isArray(set['features']) ? (set['features'] as unknown[]) : [];
  const reference = readReference(set['spatialReference'] ?? referenceOf(features[0]));
  const fields = readFields(definition['fields'] ?? set['fields']);
  const own = definition['name'];
  return {
    name: typeof own === 'string' && own.trim() !== '' ? own : name,
    ...(fields.length > 0 && { fields, unlisted: { keys: keysOf(definition, set) } }),
    reference: () => reference,
    async *features() {
      for (const [index, feature] of features.entries()) yield [readFeature(feature, index + 1)];
    },
  };
}

function readFields(given: unknown): SourceField[] {
  if (!Array.isArray(given)) return [];
  return given.map(objectOf).flatMap(({ name, type }) => {
    if (typeof name !== 'string' || name === '') return [];
    // The keys of features are given by their layer.
    if (type === 'esriFieldTypeOID') return [];
    const known =
      typeof type === 'string' && Object.hasOwn(columnTypes, type) && type !== 'esriFieldTypeGlobalID';
    return [{ key: name, name, ...(known && { type: type as FieldType }) }];
  });
}

/** Names of object ids, which features get from their layer. */
function keysOf(definition: Json, set: Json): string[] {
  const listed = [definition['fields'], set['fields']]
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .map(objectOf)
    .filter(({ type }) => type === 'esriFieldTypeOID')
    .map(({ name }) => name);
  const named = [definition['objectIdField'], set['objectIdFieldName'], ...listed];
  return named.filter((name) => typeof name === 'string');
}

function referenceOf(feature: unknown): unknown {
  return objectOf(objectOf(feature)['geometry'])['spatialReference'];
}

function readReference(given: unknown): SourceReference {
  const { latestWkid, wkid, wkt } = objectOf(given);
  const number = Number(latestWkid ?? wkid ?? Number.NaN);
  if (Number.isNaN(number)) return typeof wkt === 'string' ? readText(wkt) : wgs84;
  const canonical = canonicalWkid(number);
  if (!isKnownWkid(canonical)) throw uploadFault('unknown-reference-name', {}, { name: String(number) });
  return { wkid: canonical };
}

function readText(wkt: string): SourceReference {
  const reference = referenceOfText(wkt);
  if (reference) return reference;
  throw uploadFault('unknown-reference');
}

function readFeature(value: unknown, feature: number): UploadFeature {
  const place = { feature };
  const { attributes, geometry } = objectOf(value);
  if (attributes === undefined && geometry === undefined) throw uploadFault('feature-expected', place);
  return { properties: objectOf(attributes), geometry: readGeometry(geometry, place), place };
}

function readGeometry(geometry: unknown, place: UploadPlace): GeoJsonGeometry | null {
  if (geometry === undefined) return null;
  try {
    const read = readEsriGeometry(geometry, 'geometry');
    return read && writeGeoJson(read);
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const [fault] = error.faults;
    throw uploadFault('broken-geometry', place, { reason: fault?.message.replace(/\.$/, '') ?? '' });
  }
}
