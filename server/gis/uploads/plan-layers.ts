import { MappingError } from '../../../wire/errors.ts';
import { esriTypes, type GeometryKind } from '../geometry/geometry.ts';
import type { LayerShape } from '../storage/service-input.ts';
import { FieldCollector } from './fields/field-collector.ts';
import { keptWkid, measureGeometry, type SimpleFeature, simpleFeatures } from './geometry/place-geometry.ts';
import {
  type SourceGeometry,
  type SourceLayer,
  uploadFault,
  type UploadFeature,
  uploadLimits,
  type UploadSource,
} from './upload-source.ts';

/** A layer made from a file: the features of one of its collections with one kind of geometry. */
export interface PlannedLayer {
  shape: LayerShape;
  source: SourceLayer;
  /** Its kinds of geometry; null: features without geometry. */
  kinds: ReadonlySet<GeometryKind | null>;
  /** Keys of fields whose numbers have decimal commas. */
  commas: ReadonlySet<string>;
  featureCount: number;
  /** The first rows, by the keys of the fields. */
  sample: Readonly<Record<string, unknown>>[];
}

export interface PlanOptions {
  /** Reads this many features of each collection; all when absent. */
  limit?: number;
  onFeature?: () => void;
}

interface Found {
  featureCount: number;
  hasZ: boolean;
  sample: Readonly<Record<string, unknown>>[];
}

const names = { point: 'points', multipoint: 'points', polyline: 'lines', polygon: 'polygons' } as const;

/**
 * Reads a file once to determine its layers: their kinds of geometry, and the types that hold every value.
 * @throws MappingError `services:invalid-upload`
 */
export async function planLayers(
  source: UploadSource,
  options: PlanOptions = {},
): Promise<{ layers: PlannedLayer[]; complete: boolean }> {
  const layers: PlannedLayer[] = [];
  let complete = true;
  for (const layer of source.layers) {
    const planned = await planCollection(layer, options);
    layers.push(...planned.layers);
    complete &&= planned.complete;
  }
  if (layers.length === 0) throw uploadFault('no-features');
  if (layers.length > uploadLimits.layers)
    throw uploadFault('too-many-layers', {}, { found: layers.length, most: uploadLimits.layers });
  return { layers, complete };
}

async function planCollection(source: SourceLayer, { limit = Infinity, onFeature }: PlanOptions) {
  const fields = new FieldCollector(source);
  const found = new Map<GeometryKind | null, Found>();
  let count = 0;
  for await (const group of source.features()) {
    for (const feature of group) {
      fields.add(feature);
      for (const simple of simpleFeatures(feature)) countFeature(found, simple);
      onFeature?.();
      count += 1;
      if (count >= limit) return { complete: false, layers: shape(source, found, fields) };
    }
  }
  return { complete: true, layers: shape(source, found, fields) };
}

function countFeature(found: Map<GeometryKind | null, Found>, feature: SimpleFeature): void {
  const { hasZ } = measureGeometry(feature);
  const entry = found.get(feature.kind) ?? { featureCount: 0, hasZ: false, sample: [] };
  found.set(feature.kind, entry);
  entry.featureCount += 1;
  entry.hasZ ||= hasZ;
  if (entry.sample.length < uploadLimits.previewRows) entry.sample.push(feature.properties);
}

/** Points join multipoints where there are both, and features without geometry the first kind. */
function shape(
  source: SourceLayer,
  found: ReadonlyMap<GeometryKind | null, Found>,
  fields: FieldCollector,
): PlannedLayer[] {
  if (found.size === 0) return [];
  const spatial = [...found.keys()].filter((kind) => kind !== null);
  const groups: (GeometryKind | null)[][] = (
    [
      found.has('multipoint') ? ['multipoint', 'point'] : ['point'],
      ['polyline'],
      ['polygon'],
    ] as GeometryKind[][]
  )
    .map((group) => group.filter((kind) => spatial.includes(kind)))
    .filter((group) => group.length > 0);
  if (groups.length === 0) groups.push([null]);
  else if (found.has(null)) groups[0]?.push(null);
  return groups.map((kinds) => {
    const [kind = null] = kinds;
    const parts = kinds.flatMap((each) => found.get(each) ?? []);
    const name = cleanName(source.name);
    return {
      source,
      kinds: new Set(kinds),
      commas: fields.commas,
      featureCount: parts.reduce((sum, part) => sum + part.featureCount, 0),
      sample: parts.flatMap((part) => part.sample).slice(0, uploadLimits.previewRows),
      shape: {
        name: groups.length > 1 && kind ? `${name} (${names[kind]})` : name,
        ...(kind && { geometryType: esriTypes[kind], hasZ: parts.some((part) => part.hasZ) }),
        wkid: keptWkid(readReference(source)),
        fields: fields.inputs(),
      },
    };
  });
}

function readReference(source: SourceLayer) {
  try {
    return source.reference();
  } catch (error) {
    throw error instanceof MappingError ? error : uploadFault('unknown-reference');
  }
}

function cleanName(name: string): string {
  return (
    name
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 100) || 'Layer'
  );
}

/** The features of a file for a planned layer, as its table stores them. */
export async function* layerFeatures(layer: PlannedLayer): AsyncGenerator<Iterable<UploadFeature>> {
  for await (const group of layer.source.features()) yield groupFeatures(layer, group);
}

function* groupFeatures(layer: PlannedLayer, group: Iterable<UploadFeature>): Generator<UploadFeature> {
  const multipoint = layer.shape.geometryType === 'esriGeometryMultipoint';
  for (const feature of group) {
    for (const simple of simpleFeatures(feature)) {
      if (!layer.kinds.has(simple.kind)) continue;
      yield {
        place: simple.place,
        properties: layer.commas.size > 0 ? withPoints(simple.properties, layer.commas) : simple.properties,
        geometry: multipoint && simple.geometry ? asMultipoint(simple.geometry) : simple.geometry,
      };
    }
  }
}

function withPoints(
  properties: Readonly<Record<string, unknown>>,
  commas: ReadonlySet<string>,
): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...properties };
  for (const key of commas) {
    const value = changed[key];
    if (typeof value === 'string') changed[key] = value.replace(',', '.');
  }
  return changed;
}

/** A point as a multipoint of one. */
export function asMultipoint(geometry: SourceGeometry): SourceGeometry {
  return geometry.type === 'Point' ? { type: 'MultiPoint', coordinates: [geometry.coordinates] } : geometry;
}
