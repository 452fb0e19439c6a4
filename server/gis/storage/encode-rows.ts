import { randomUUID } from 'node:crypto';
import { MappingError } from '../../../wire/errors.ts';
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
import { fitValue } from './attribute-value.ts';
import type { DescribedLayer } from './describe-layer.ts';
import type { SourceFeature } from './service-input.ts';

/** Bytes passed on at a time. */
const chunkBytes = 256 * 1024;

/** Totals of a layer's features, complete when the last of them has been read. */
export interface LayerTotals {
  featureCount: number;
  /** In the layer's own spatial reference; null without geometry. */
  extent: Envelope | null;
}

/** A layer's features as text for COPY; `totals` grows while `bytes` is read. */
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

/**
 * Makes rows of features, a chunk at a time.
 * @throws MappingError `services:invalid-feature` (400) while reading: which feature, and its fault
 */
export function encodeRows<Feature extends SourceFeature>(
  layer: DescribedLayer,
  features: AsyncIterable<Feature> | Iterable<Feature>,
  options: RowOptions<Feature>,
): LayerRows {
  const totals: LayerTotals = { featureCount: 0, extent: null };
  return { totals, bytes: rows(layer, features, options, totals) };
}

async function* rows<Feature extends SourceFeature>(
  { input, definition, sources, wkid }: DescribedLayer,
  features: AsyncIterable<Feature> | Iterable<Feature>,
  options: RowOptions<Feature>,
  totals: LayerTotals,
): AsyncGenerator<Uint8Array> {
  const fields = definition.fields.slice(2);
  const tracked = options.fixed ?? (definition.editorTracking === null ? {} : trackedValues(options));
  let text = '';
  for await (const feature of features) {
    totals.featureCount += 1;
    try {
      const values = fields.map((field, index) => valueOf(field, sources[index] ?? null, feature, tracked));
      const shape = shapeOf(input, wkid, feature, options.place);
      totals.extent = joinEnvelopes(totals.extent, shape?.box ?? null);
      text += copyRow(
        totals.featureCount,
        randomUUID(),
        shape?.box ?? null,
        shape?.bytes ?? null,
        fields,
        values,
      );
    } catch (error) {
      const named = atFeature(error, options.nameOf(feature, totals.featureCount));
      if (!options.onFault || !(named instanceof MappingError)) throw named;
      options.onFault(named);
    }
    if (text.length < chunkBytes) continue;
    yield Buffer.from(text);
    text = '';
    options.onProgress?.(totals.featureCount);
  }
  if (text !== '') yield Buffer.from(text);
  options.onProgress?.(totals.featureCount);
}

function trackedValues({ now, creator = undefined }: { now: number; creator?: string | undefined }) {
  return { CreationDate: now, Creator: creator ?? null, EditDate: now, Editor: creator ?? null };
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
  const geometry = readGeoJson(feature.geometry, 'geometry');
  if (!geometry) return null;
  const wanted = kindOf(input.geometryType);
  if (geometry.kind !== wanted) {
    throw new MappingError('services:invalid-feature', `a ${geometry.kind} is no ${wanted}.`, {
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
  const detail = fault?.path ? `${fault.path}: ${fault.message}` : error.message;
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

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One line of PostgreSQL's COPY text form. */
export function copyRow(
  objectId: number,
  globalId: string,
  box: Envelope | null,
  shape: Buffer | null,
  fields: readonly Field[],
  values: readonly AttributeValue[],
): string {
  const row = [
    String(objectId),
    globalId,
    box ? printBox(box) : '\\N',
    shape ? `\\\\x${shape.toString('hex')}` : '\\N',
    ...values.map((value, index) => printValue(fields[index] as Field, value)),
  ];
  return `${row.join('\t')}\n`;
}

/** An envelope as PostgreSQL's `box`. */
export function printBox({ xmin, ymin, xmax, ymax }: Envelope): string {
  return `(${xmax},${ymax}),(${xmin},${ymin})`;
}

/** A date as PostgreSQL reads it into a timestamp column: UTC without a zone. */
export function printTimestamp(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString().slice(0, -1);
}

function printValue(field: Field, value: AttributeValue): string {
  if (value === null) return '\\N';
  if (field.type === 'esriFieldTypeDate') return printTimestamp(value as number);
  return typeof value === 'number'
    ? String(value)
    : value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] as string);
}
