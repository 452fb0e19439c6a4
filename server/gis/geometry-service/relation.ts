import { z } from 'zod';
import { parameterError, type Parameters } from '../../platform/arcgis/parameters.ts';
import { readOperation } from '../../platform/arcgis/schema.ts';
import { limits } from '../../limits.ts';
import { envelopeOf, envelopesMeet, type Geometry } from '../geometry/geometry.ts';
import { type JtsShape, jtsShape } from '../geometry/jts-shape.ts';
import { relate } from '../geometry/relations/topology.ts';
import { meetingsBetween, meetingsWithin } from './crossing-budget.ts';
import { readGeometries, readReference, VertexBudget } from './read-geometries.ts';

/** DE-9IM patterns of a relation, any of which holds; `apart` when geometries far apart fulfil it. */
interface Relation {
  patterns: readonly string[];
  apart?: true;
}

const intersecting = ['T********', '*T*******', '***T*****', '****T****'];

const relations: Readonly<Record<string, Relation>> = {
  esriGeometryRelationCross: { patterns: ['T*T******', 'T*****T**', '0********'] },
  esriGeometryRelationDisjoint: { patterns: ['FF*FF****'], apart: true },
  esriGeometryRelationIn: { patterns: ['T*F**F***', '*TF**F***', '**FT*F***', '**F*TF***'] },
  esriGeometryRelationInteriorIntersection: { patterns: ['T********'] },
  esriGeometryRelationIntersection: { patterns: intersecting },
  esriGeometryRelationLineCoincidence: { patterns: ['1********'] },
  esriGeometryRelationLineTouch: { patterns: ['F***1****'] },
  esriGeometryRelationOverlap: { patterns: ['T*T***T**', '1*T***T**'] },
  esriGeometryRelationPointTouch: { patterns: ['F***0****'] },
  esriGeometryRelationTouch: { patterns: ['FT*******', 'F**T*****', 'F***T****'] },
  esriGeometryRelationWithin: { patterns: ['T*F**F***'] },
};

const schema = z.object({
  relation: z.string().default('esriGeometryRelationIntersection'),
  relationParam: z.string().default(''),
});

/** `relation`: the pairs of geometries, one of each list, that are in a relation. */
export function relation(parameters: Parameters): object {
  readReference(parameters, 'sr');
  const { relation: name, relationParam } = readOperation(schema, parameters);
  const isOwn = name === 'esriGeometryRelationRelation';
  const { patterns, apart } = isOwn ? ownRelation(relationParam) : named(name);
  const budget = new VertexBudget();
  const [ones, others] = ['geometries1', 'geometries2'].map((list) =>
    readGeometries(parameters, list, budget).geometries.map(prepare),
  ) as [Prepared[], Prepared[]];
  if (ones.length * others.length > limits.geometryServicePairs)
    throw parameterError(
      'geometries1',
      `Expected at most ${limits.geometryServicePairs} pairs of geometries.`,
    );
  const pairs = ones.flatMap((one, geometry1Index) =>
    others.flatMap((other, geometry2Index) =>
      one && other && (apart || envelopesMeet(one.envelope, other.envelope))
        ? { one, other, geometry1Index, geometry2Index }
        : [],
    ),
  );
  const work = pairs.reduce((sum, { one, other }) => sum + one.vertices + other.vertices, 0);
  if (work > limits.topologyWork)
    throw parameterError(
      'geometries1',
      `Expected at most ${limits.topologyWork} vertices in all pairs of geometries whose envelopes meet. Send fewer geometries at once.`,
    );
  refuseCrossings(pairs);
  const relations = pairs.flatMap(({ one, other, geometry1Index, geometry2Index }) => {
    const matrix = relate(one.shape(), other.shape());
    return matrix && patterns.some((pattern) => matrix.matches(pattern))
      ? { geometry1Index, geometry2Index }
      : [];
  });
  return { relations };
}

/**
 * Counts where the geometries of the pairs meet each other, and in each pair where they meet themselves: there they are cut, and
 * the number of places grows with the square of the vertices.
 */
function refuseCrossings(pairs: readonly { one: Present; other: Present }[]): void {
  const max = limits.geometryServiceRelated;
  const times = new Map<Present, number>();
  for (const each of pairs.flatMap(({ one, other }) => [one, other]))
    times.set(each, (times.get(each) ?? 0) + 1);
  const [ones, others] = (['one', 'other'] as const).map((side) =>
    [...new Set(pairs.map((pair) => pair[side]))].map(({ geometry }) => geometry),
  ) as [Geometry[], Geometry[]];
  let meetings = meetingsBetween(ones, others, max);
  for (const [{ geometry }, count] of times) {
    if (meetings > max) break;
    meetings += count * meetingsWithin(geometry, (max - meetings) / count);
  }
  if (meetings > max)
    throw parameterError(
      'geometries1',
      `The geometries meet each other and themselves more than ${max} times in all pairs. Send fewer geometries at once, or simpler ones.`,
    );
}

interface Present {
  geometry: Geometry;
  envelope: ReturnType<typeof envelopeOf>;
  vertices: number;
  shape: () => JtsShape;
}
type Prepared = Present | null;

function prepare(geometry: Geometry | null): Prepared {
  let made: JtsShape | undefined;
  return (
    geometry && {
      geometry,
      envelope: envelopeOf(geometry),
      vertices: geometry.coordinates.length / (2 + Number(geometry.hasZ) + Number(geometry.hasM)),
      shape: () => (made ??= jtsShape(geometry)),
    }
  );
}

function named(name: string): Relation {
  const known = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (known) return known;
  throw parameterError('relation', `Expected one of ${Object.keys(relations).join(', ')}.`);
}

/** The pattern of `relationParam`, alone or in `RELATE(G1, G2, "…")`. */
function ownRelation(text: string): Relation {
  const [pattern] = /[TF012*]{9}/.exec(text.toUpperCase()) ?? [];
  if (pattern === undefined)
    throw parameterError('relationParam', 'Expected a pattern of nine letters, such as T*F**F***.');
  return { patterns: [pattern], apart: true };
}
