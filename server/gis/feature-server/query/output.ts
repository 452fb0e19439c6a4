import type { Envelope } from '../../geometry/geometry.ts';
import { projectEnvelope, projectorBetween } from '../../geometry/project.ts';
import type { Grid } from '../../geometry/quantize.ts';
import { isGeographic, readSpatialReference } from '../../geometry/spatial-reference.ts';
import { readEsriEnvelope } from '../../geometry/esri-json.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { parameterError, type Parameters } from '../../../platform/arcgis/parameters.ts';

/** How to write geometry. */
export interface GeometryOutput {
  wkid: number;
  hasZ: boolean;
  hasM: boolean;
  /** Vertices nearer than this to the rest of a line are left out; 0: none. */
  maxAllowableOffset: number;
  /** Decimal places; undefined: all. */
  precision: number | undefined;
  /** A grid, and whether steps of length zero are left out (mode "view"). */
  quantization: { grid: Grid; simplify: boolean } | null;
}

export function readGeometryOutput(parameters: Parameters, layer: HostedLayer): GeometryOutput {
  const geojson = parameters.text('f')?.toLowerCase() === 'geojson';
  // GeoJSON is always in degrees (RFC 7946, section 4).
  const wkid = geojson ? 4326 : (readSpatialReference(parameters.text('outSR'), 'outSR') ?? layer.wkid);
  return {
    wkid,
    hasZ: layer.hasZ && parameters.flag('returnZ', geojson),
    hasM: layer.hasM && parameters.flag('returnM'),
    maxAllowableOffset: parameters.number('maxAllowableOffset', { least: 0 }) ?? 0,
    precision: parameters.number('geometryPrecision', { least: 0, most: 20, whole: true }),
    quantization: geojson ? null : readQuantization(parameters, layer, wkid),
  };
}

function readQuantization(
  parameters: Parameters,
  layer: HostedLayer,
  wkid: number,
): GeometryOutput['quantization'] {
  const json = parameters.json('quantizationParameters') as Record<string, unknown> | undefined;
  if (json === undefined || json === null) return null;
  const tolerance = json['tolerance'] ?? 1;
  if (typeof tolerance !== 'number' || !(tolerance > 0) || !Number.isFinite(tolerance)) {
    throw parameterError('quantizationParameters', 'Expected a tolerance above zero.');
  }
  const originPosition = json['originPosition'] === 'lowerLeft' ? 'lowerLeft' : 'upperLeft';
  const extent = readExtent(json['extent'], layer, wkid);
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
    simplify: json['mode'] !== 'edit',
  };
}

/** The grid starts at the given extent, else at the layer's. */
function readExtent(value: unknown, layer: HostedLayer, wkid: number): Envelope {
  const path = 'quantizationParameters.extent';
  const given = value && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
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
