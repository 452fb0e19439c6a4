import { z } from 'zod';
import { boolean, json, numberFrom, wholeNumber } from '../../../platform/arcgis/schema.ts';
import { type Envelope, type Geometry, keepDimensions } from '../../geometry/geometry.ts';
import { projectEnvelope, projectGeometry, projectorBetween } from '../../geometry/project.ts';
import { type Grid, type GridGeometry, quantize } from '../../geometry/quantize.ts';
import { isGeographic, readSpatialReference } from '../../geometry/spatial-reference.ts';
import { readEsriEnvelope } from '../../geometry/esri-json.ts';
import { type HostedLayer, objectIdField } from '../../layer/layer.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { type Field, findField } from '../../layer/field.ts';
import type { FeatureRow } from '../../storage/feature-store.ts';
import { generalise, roundCoordinates } from '../../geometry/generalise.ts';

/** A parameter that holds a spatial reference; its output is the code. */
export function wkidParameter(name: string) {
  return z.string().transform((text) => readSpatialReference(text, name));
}

/** The parameters for the output of geometry. */
export const outputParameters = {
  f: z.string().toLowerCase().optional(),
  outSR: wkidParameter('outSR').optional(),
  defaultSR: wkidParameter('defaultSR').optional(),
  returnZ: boolean.optional(),
  returnM: boolean.default(false),
  maxAllowableOffset: numberFrom(0).default(0),
  geometryPrecision: wholeNumber(0, 20).optional(),
  quantizationParameters: json.optional(),
};

type OutputInput = z.output<z.ZodObject<typeof outputParameters>>;

/** How to write geometry. */
export interface GeometryOutput {
  wkid: number;
  hasZ: boolean;
  hasM: boolean;
  /** Vertices closer than this to the rest of a line are dropped; 0: none. */
  maxAllowableOffset: number;
  /** Decimal places; undefined: all. */
  precision: number | undefined;
  /** A grid, and whether zero-length steps are dropped (mode "view"). */
  quantization: { grid: Grid; simplify: boolean } | null;
}

export function readGeometryOutput(input: OutputInput, layer: HostedLayer): GeometryOutput {
  const geojson = input.f === 'geojson';
  // GeoJSON is in degrees (RFC 7946, section 4), unless the client asks for something else.
  const wkid = input.outSR ?? input.defaultSR ?? (geojson ? 4326 : layer.wkid);
  const quantization = geojson ? null : readQuantization(input.quantizationParameters, layer, wkid);
  return {
    wkid,
    hasZ: layer.hasZ && (input.returnZ ?? geojson),
    hasM: layer.hasM && input.returnM,
    maxAllowableOffset: input.maxAllowableOffset,
    precision: input.geometryPrecision,
    quantization,
  };
}

const quantizationSchema = z.object(
  {
    mode: z.enum(['view', 'edit'], 'Choose the mode view or edit.').nullish(),
    originPosition: z
      .enum(['upperLeft', 'lowerLeft'], 'Choose the originPosition upperLeft or lowerLeft.')
      .nullish(),
    tolerance: z
      .number('Expected a tolerance above zero.')
      .positive('Expected a tolerance above zero.')
      .nullish(),
    extent: z.looseObject({}, 'Expected an extent.').nullish(),
  },
  'Expected an object with tolerance and extent.',
);

function readQuantization(value: unknown, layer: HostedLayer, wkid: number): GeometryOutput['quantization'] {
  if (value === undefined || value === null) return null;
  const read = quantizationSchema.safeParse(value);
  if (!read.success)
    throw parameterError('quantizationParameters', read.error.issues[0]?.message ?? 'Expected an object.');
  const { data: given } = read;
  const tolerance = given.tolerance ?? 1;
  const originPosition = given.originPosition ?? 'upperLeft';
  const extent = readExtent(given.extent, layer, wkid);
  // Grid steps are integers, 64-bit ones in PBF: across the world their number must stay within the exact integers.
  const farthest = Math.max(isGeographic(wkid) ? 360 : 5e7, ...Object.values(extent).map(Math.abs));
  if (farthest / tolerance > Number.MAX_SAFE_INTEGER) {
    throw parameterError('quantizationParameters', 'Expected a larger tolerance for this extent.');
  }
  return {
    grid: {
      originPosition,
      scale: tolerance,
      translate: { x: extent.xmin, y: originPosition === 'upperLeft' ? extent.ymax : extent.ymin },
    },
    simplify: given.mode !== 'edit',
  };
}

/** The grid starts at the given extent, else at the layer's. */
function readExtent(
  given: Record<string, unknown> | null | undefined,
  layer: HostedLayer,
  wkid: number,
): Envelope {
  const path = 'quantizationParameters.extent';
  const extent = given ? readEsriEnvelope(given, path) : layer.extent;
  const from = given ? (readSpatialReference(given['spatialReference'], path) ?? wkid) : layer.wkid;
  return (
    (extent && projectEnvelope(extent, projectorBetween(from, wkid, path))) ?? {
      xmin: 0,
      ymin: 0,
      xmax: 0,
      ymax: 0,
    }
  );
}

/** Features to be sent. */
export interface FeatureResponse {
  layer: HostedLayer;
  fields: readonly Field[];
  rows: readonly FeatureRow[];
  /** Null: without geometry. */
  output: GeometryOutput | null;
  exceeded: boolean;
  /** Adds the centre of gravity of each geometry (Esri JSON only). */
  centroid?: boolean;
}

/** Features as JSON of either dialect, after the leading members. */
export interface FeaturesJson {
  [member: string]: unknown;
  features: object[];
}

/** Converts a stored geometry to the requested output; null when nothing remains. */
export function geometryShaper(
  output: GeometryOutput,
  wkid: number,
): (geometry: Geometry) => Geometry | null {
  const projector = projectorBetween(wkid, output.wkid);
  const { maxAllowableOffset, precision } = output;
  return (stored) => {
    const projected = projectGeometry(keepDimensions(stored, output.hasZ, output.hasM), projector);
    const simple =
      projected && maxAllowableOffset > 0 ? generalise(projected, maxAllowableOffset) : projected;
    return simple && precision !== undefined ? roundCoordinates(simple, precision) : simple;
  };
}

/** The same on a grid: the requested one, or `fallback`. */
export function gridShaper(
  output: GeometryOutput,
  wkid: number,
  fallback: Grid,
): (geometry: Geometry) => GridGeometry | null {
  const shape = geometryShaper(output, wkid);
  const { grid, simplify } = output.quantization ?? { grid: fallback, simplify: false };
  return (stored) => {
    const geometry = shape(stored);
    return geometry && quantize(geometry, grid, simplify);
  };
}

/** The fields of the response: `*`, a list in any case, or only the object id by default. */
export function readOutFields(names: readonly string[] | undefined, fields: readonly Field[]): Field[] {
  if (names === undefined || names.length === 0) return fields.filter(({ name }) => name === objectIdField);
  const wanted = names.flatMap((name) => {
    if (name === '*') return [];
    const field = findField(fields, name.replaceAll('"', ''));
    if (!field) throw parameterError('outFields', `There is no field “${name.slice(0, 40)}”.`);
    return [field];
  });
  return names.includes('*') ? [...fields] : [...new Set(wanted)];
}
