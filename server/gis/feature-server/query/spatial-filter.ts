import { z } from 'zod';
import { numberFrom } from '../../../platform/arcgis/schema.ts';
import { parseJson } from '../../../platform/safety/json-shape.ts';
import { readEsriEnvelope, readEsriGeometry } from '../../geometry/esri-json.ts';
import {
  type Envelope,
  envelopeAsGeometry,
  envelopeOf,
  type Geometry,
  kindOf,
  strideOf,
} from '../../geometry/geometry.ts';
import { limits } from '../../../limits.ts';
import { cutAtAntimeridian, isCutExpensive, splitAtAntimeridian } from '../../geometry/antimeridian.ts';
import {
  densifyEnvelope,
  projectEnvelope,
  projectGeometry,
  type Projector,
  projectorBetween,
} from '../../geometry/project.ts';
import {
  isTopological,
  relationTest,
  type SpatialRelation,
  spatialRelations,
} from '../../geometry/relations/relation-test.ts';
import { distanceUnits, withinDistance } from '../../geometry/relations/within-distance.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { readSpatialReference } from '../../geometry/spatial-reference.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import type { SpatialFilter } from '../../storage/spatial-condition.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { wkidParameter } from './output.ts';

/** The spatial part of a query's parameters. */
export const spatialParameters = {
  geometry: z.string().optional(),
  inSR: wkidParameter('inSR').optional(),
  /** That of geometry which names none, in the request and in the response. */
  defaultSR: wkidParameter('defaultSR').optional(),
  spatialRel: z.string().default('esriSpatialRelIntersects').transform(readRelation),
  relationParam: z.string().optional().transform(readPattern),
  distance: numberFrom(0, 1e7).default(0),
  units: z.string().default('esriSRUnit_Meter'),
  resultType: z.string().optional(),
};

/** Places of a DE-9IM pattern that require a common point: interior or boundary of both. */
const common = [0, 1, 3, 4];

/** The pattern of `esriSpatialRelRelation`: nine letters, or `RELATE(G1, G2, "FFFTTT***")`. */
function readPattern(text: string | undefined, context: z.RefinementCtx): string | undefined {
  if (text === undefined) return undefined;
  const [pattern] = /[TF012*]{9}/.exec(text.toUpperCase()) ?? [];
  const problem =
    pattern === undefined
      ? 'Expected a pattern of nine letters, such as RELATE(G1, G2, "T*F**F***").'
      : common.every((at) => 'F*'.includes(pattern[at] ?? ''))
        ? 'Patterns of geometries without a common point are not supported.'
        : undefined;
  if (problem === undefined) return pattern;
  context.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
}

type SpatialInput = z.output<z.ZodObject<typeof spatialParameters>>;

const nothing: SpatialFilter = { boxes: [], decides: 'meeting', test: () => false };

export interface WantedRelation {
  relation: SpatialRelation;
  /** Set for the relation `pattern`. */
  pattern: string | undefined;
}

export type Shape = { envelope: Envelope } | { geometry: Geometry };

/** The spatial part of a query in the layer's own spatial reference; null when there is none. */
export function readSpatialFilter(
  input: SpatialInput,
  layer: HostedLayer,
  onLoop = false,
): SpatialFilter | null {
  const { geometry: text, spatialRel: relation } = input;
  if (text === undefined) return null;
  if (layer.geometryType === null)
    throw parameterError('geometry', 'A table has no geometry to compare with.');
  const { shape, wkid } = readShape(text, onLoop ? limits.loopQueryVertices : Infinity);
  if (!shape) return nothing;
  const from = wkid ?? input.inSR ?? input.defaultSR ?? layer.wkid;
  const { relationParam: pattern } = input;
  if (relation === 'pattern' && pattern === undefined)
    throw parameterError('relationParam', 'Specify the relation, such as RELATE(G1, G2, "T*F**F***").');
  const metres = readDistance(input);
  if (metres > 0) return nearFilter(shape, from, layer.wkid, metres);
  return shapeFilter(
    shape,
    from,
    layer,
    { relation, pattern },
    { onLoop, tile: input.resultType === 'tile' },
  );
}

/** The features that are in a relation to a shape in the spatial reference `from`. */
export function shapeFilter(
  shape: Shape,
  from: number,
  layer: HostedLayer,
  wanted: WantedRelation,
  { onLoop = false, tile = false } = {},
): SpatialFilter {
  if (onLoop && 'geometry' in shape && verticesOf(shape.geometry) > limits.loopQueryVertices)
    throw new TooHeavy();
  if ('envelope' in shape) return envelopeFilter(shape.envelope, from, layer, wanted, tile);
  const projected = projectGeometry(shape.geometry, projectorBetween(from, layer.wkid, 'inSR'));
  if (!projected) return nothing;
  if (onLoop && isCutExpensive(projected, layer.wkid)) throw new TooHeavy();
  return geometryFilter(cutAtAntimeridian(projected, layer.wkid), wanted, layer);
}

function readRelation(name: string): SpatialRelation {
  const known = Object.entries(spatialRelations).find(([key]) => key.toLowerCase() === name.toLowerCase());
  if (!known) throw parameterError('spatialRel', `${name.slice(0, 40)} is not supported.`);
  return known[1];
}

function readDistance({ distance, units }: SpatialInput): number {
  const unit = distanceUnits.get(units);
  if (unit === undefined) throw parameterError('units', 'Expected a unit such as esriSRUnit_Meter.');
  return distance * unit;
}

/** JSON, `x,y` or `xmin,ymin,xmax,ymax`; its own spatial reference takes precedence over inSR. */
function readShape(text: string, loopMax: number): { shape: Shape | null; wkid?: number } {
  if (!/^\s*[{[]/.test(text)) return { shape: readNumbers(text) };
  const json = readGeometryJson(text);
  const wkid = readSpatialReference(json['spatialReference'], 'geometry.spatialReference');
  if ('xmin' in json)
    return { shape: tidyEnvelope(readEsriEnvelope(json, 'geometry')), ...(wkid !== undefined && { wkid }) };
  const geometry = readEsriGeometry(json, 'geometry', limits.queryVertices, loopMax);
  return { shape: geometry && { geometry }, ...(wkid !== undefined && { wkid }) };
}

function readGeometryJson(text: string): Record<string, unknown> {
  try {
    return parseJson(text) as Record<string, unknown>;
  } catch {
    throw parameterError('geometry', 'Not valid JSON.');
  }
}

function readNumbers(text: string): Shape {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (![2, 4].includes(numbers.length) || !numbers.every(Number.isFinite)) {
    throw parameterError('geometry', 'Expected JSON, x,y or xmin,ymin,xmax,ymax.');
  }
  const [xmin = 0, ymin = 0, xmax, ymax] = numbers;
  if (xmax === undefined || ymax === undefined) {
    return {
      geometry: {
        kind: 'point',
        hasZ: false,
        hasM: false,
        coordinates: Float64Array.of(xmin, ymin),
        parts: [],
      },
    };
  }
  return tidyEnvelope({ xmin, ymin, xmax, ymax });
}

function tidyEnvelope({ xmin, ymin, xmax, ymax }: Envelope): Shape {
  return {
    envelope: {
      xmin: Math.min(xmin, xmax),
      ymin: Math.min(ymin, ymax),
      xmax: Math.max(xmin, xmax),
      ymax: Math.max(ymin, ymax),
    },
  };
}

/** Degrees and Web Mercator keep an envelope an envelope; other projections bend it. */
function staysEnvelope(from: number, to: number): boolean {
  return from === to || ([4326, 3857].includes(from) && [4326, 3857].includes(to));
}

function envelopeFilter(
  envelope: Envelope,
  from: number,
  layer: HostedLayer,
  wanted: WantedRelation,
  tile: boolean,
): SpatialFilter {
  const { relation } = wanted;
  const to = layer.wkid;
  const projector = projectorBetween(from, to, 'inSR');
  if (!staysEnvelope(from, to) && relation !== 'envelopeIntersects') {
    const outline = outlineOf(envelope, projector);
    return outline ? geometryFilter(outline, wanted, layer) : nothing;
  }
  const projected = projectEnvelope(envelope, projector);
  if (!projected) return nothing;
  // A tile beyond the edge of the world is empty; any other window wraps around it.
  const boxes = tile ? [projected] : splitAtAntimeridian(projected, to);
  if (relation === 'envelopeIntersects') return { boxes, decides: 'meeting', test: () => true };
  const tests = boxes.map((box) => relationTest(envelopeAsGeometry(box), relation, wanted.pattern));
  const test = (geometry: Geometry) => tests.some((one) => one(geometry));
  return { boxes, decides: relation === 'intersects' ? 'inside' : 'nothing', test };
}

function outlineOf(envelope: Envelope, projector: Projector | undefined): Geometry | null {
  const coordinates = densifyEnvelope(envelope);
  const polygon: Geometry = {
    kind: 'polygon',
    hasZ: false,
    hasM: false,
    coordinates,
    parts: [coordinates.length / 2],
  };
  return projectGeometry(polygon, projector);
}

function geometryFilter(
  geometry: Geometry,
  { relation, pattern }: WantedRelation,
  { geometryType }: HostedLayer,
): SpatialFilter {
  const vertices = verticesOf(geometry);
  const comparesWhole = geometryType !== null && isTopological(relation, geometry.kind, kindOf(geometryType));
  if (comparesWhole && vertices > limits.topologyVertices) {
    throw parameterError(
      'geometry',
      `With this spatialRel a line or points may have at most ${limits.topologyVertices} vertices. Simplify the geometry.`,
    );
  }
  return {
    boxes: [envelopeOf(geometry)],
    decides: relation === 'envelopeIntersects' ? 'meeting' : 'nothing',
    test: relationTest(geometry, relation, pattern),
    vertices,
    comparesWhole,
  };
}

function verticesOf(geometry: Geometry): number {
  return geometry.coordinates.length / strideOf(geometry);
}

/** Features within a distance. The relation is ignored, as in ArcGIS, which buffers the geometry first. */
function nearFilter(shape: Shape, from: number, to: number, metres: number): SpatialFilter {
  const geometry = 'envelope' in shape ? envelopeAsGeometry(shape.envelope) : shape.geometry;
  const degrees = projectGeometry(geometry, projectorBetween(from, 4326, 'inSR'));
  if (!degrees) return nothing;
  const near = withinDistance(degrees, metres);
  const back = projectorBetween(4326, to, 'inSR');
  const toDegrees = projectorBetween(to, 4326, 'inSR');
  const boxes = splitAtAntimeridian(near.envelope, 4326).flatMap((box) => projectEnvelope(box, back) ?? []);
  const test = (feature: Geometry) => {
    const placed = projectGeometry(feature, toDegrees);
    return placed !== null && near.test(placed);
  };
  return { boxes, decides: 'nothing', test, vertices: verticesOf(degrees) };
}
