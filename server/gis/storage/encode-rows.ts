import { MappingError } from '../../../wire/errors.ts';
import { faultText } from '../../platform/http/arcgis-error.ts';
import { cutAtAntimeridian } from '../geometry/antimeridian.ts';
import { readGeoJson } from '../geometry/geojson.ts';
import {
  type Envelope,
  envelopeOf,
  type Geometry,
  joinEnvelopes,
  keepDimensions,
  kindOf,
} from '../geometry/geometry.ts';
import { encodeWkb } from '../geometry/wkb.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import type { EditorTracking } from '../layer/layer.ts';
import { fitValue } from './attribute-value.ts';
import { CopyWriter } from './copy-writer.ts';
import type { DescribedLayer } from './describe-layer.ts';
import type { SourceFeature } from './service-input.ts';

/** Totals of a layer's features, complete when the last of them has been read. */
export interface LayerTotals {
  featureCount: number;
  /** In the layer's own spatial reference; null without geometry. */
  extent: Envelope | null;
}

/** A layer's features in the binary form of COPY; `totals` grows while `bytes` is read. */
export interface LayerRows {
  bytes: AsyncIterable<Uint8Array>;
  totals: LayerTotals;
}

export interface RowOptions<Feature extends SourceFeature> {
  /** Epoch milliseconds and name for editor tracking. */
  now: number;
  creator?: string | undefined;
  /** Converts a geometry to the layer's spatial reference. */
  place?: (geometry: Geometry) => Geometry;
  /** Values of fields without a source, by name, instead of those of editor tracking. */
  fixed?: Readonly<Record<string, AttributeValue>> | undefined;
  /** Called for a feature that does not fit, which is left out; absent: reading ends with the error. */
  onFault?: ((error: MappingError) => void) | undefined;
  /** Name of a feature in errors; `number` counts from 1. */
  nameOf: (feature: Feature, number: number) => string;
  /** Called with every chunk with the number of features so far. */
  onProgress?: ((featureCount: number) => void) | undefined;
}

/** Features in groups, each read without waiting: a promise for each feature would take longer than its row. */
export type FeatureGroups<Feature> = AsyncIterable<Iterable<Feature>> | Iterable<Iterable<Feature>>;

/**
 * Makes rows of features, a chunk at a time.
 * @throws MappingError `services:invalid-feature` (400) while reading: which feature, and its fault
 */
export function encodeRows<Feature extends SourceFeature>(
  layer: DescribedLayer,
  features: FeatureGroups<Feature>,
  options: RowOptions<Feature>,
): LayerRows {
  const totals: LayerTotals = { featureCount: 0, extent: null };
  return { totals, bytes: rows(layer, features, options, totals) };
}

async function* rows<Feature extends SourceFeature>(
  { input, definition, sources, wkid }: DescribedLayer,
  groups: FeatureGroups<Feature>,
  options: RowOptions<Feature>,
  totals: LayerTotals,
): AsyncGenerator<Uint8Array> {
  const fields = definition.fields.slice(2);
  const tracked =
    options.fixed ?? (definition.editorTracking ? trackedValues(definition.editorTracking, options) : {});
  const writer = new CopyWriter();
  for await (const group of groups) {
    for (const feature of group) {
      totals.featureCount += 1;
      try {
        writer.beginRow(4 + fields.length);
        writer.bigint(totals.featureCount);
        writer.randomGuid();
        const shape = shapeOf(input, wkid, feature, options.place);
        writer.box(shape?.box ?? null);
        writer.bytes(shape?.bytes ?? null);
        for (const [index, field] of fields.entries())
          writer.value(field.type, valueOf(field, sources[index] ?? null, feature, tracked));
        totals.extent = joinEnvelopes(totals.extent, shape?.box ?? null);
      } catch (error) {
        const named = atFeature(error, options.nameOf(feature, totals.featureCount));
        if (!options.onFault || !(named instanceof MappingError)) throw named;
        options.onFault(named);
        writer.dropRow();
      }
      if (!writer.isFull) continue;
      yield writer.take();
      options.onProgress?.(totals.featureCount);
    }
  }
  writer.end();
  yield writer.take();
  options.onProgress?.(totals.featureCount);
}

function trackedValues(
  { creationDateField, creatorField, editDateField, editorField }: EditorTracking,
  { now, creator = null }: { now: number; creator?: string | null | undefined },
): Record<string, AttributeValue> {
  return { [creationDateField]: now, [creatorField]: creator, [editDateField]: now, [editorField]: creator };
}

function valueOf(
  field: Field,
  source: string | null,
  feature: SourceFeature,
  tracked: Readonly<Record<string, AttributeValue>>,
): AttributeValue {
  if (source === null) return tracked[field.name] ?? null;
  return fitValue(field, feature.properties?.[source] ?? field.defaultValue);
}

function shapeOf(
  input: DescribedLayer['input'],
  wkid: number,
  feature: SourceFeature,
  place: ((geometry: Geometry) => Geometry) | undefined,
): { box: Envelope; bytes: Buffer } | null {
  if (!input.geometryType) return null;
  const geometry = feature.shape ?? readGeoJson(feature.geometry, 'geometry');
  if (!geometry) return null;
  const wanted = kindOf(input.geometryType);
  if (geometry.kind !== wanted) {
    throw new MappingError('services:invalid-feature', `expected a ${wanted}, found a ${geometry.kind}.`, {
      status: 400,
    });
  }
  const kept = cutAtAntimeridian(
    keepDimensions(place ? place(geometry) : geometry, input.hasZ ?? false, false),
    wkid,
  );
  return { box: envelopeOf(kept), bytes: encodeWkb(kept) };
}

/** Names the invalid feature. */
function atFeature(error: unknown, name: string): unknown {
  if (!(error instanceof MappingError)) return error;
  const [fault] = error.faults;
  const detail = fault?.path ? faultText(fault) : error.message;
  return new MappingError(
    'services:invalid-feature',
    `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${detail}`,
    {
      status: 400,
      cause: error,
      faults: [{ ...fault, path: name, message: detail }],
    },
  );
}

/** An envelope as PostgreSQL's `box`. */
export function printBox({ xmin, ymin, xmax, ymax }: Envelope): string {
  return `(${xmax},${ymax}),(${xmin},${ymin})`;
}

/** A date as PostgreSQL reads it into a timestamp column: UTC without a zone. */
export function printTimestamp(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString().slice(0, -1);
}
