import type Polygon from '@arcgis/core/geometry/Polygon.js';
import * as area from '@arcgis/core/geometry/operators/areaOperator.js';
import * as difference from '@arcgis/core/geometry/operators/differenceOperator.js';
import * as intersection from '@arcgis/core/geometry/operators/intersectionOperator.js';
import * as intersects from '@arcgis/core/geometry/operators/intersectsOperator.js';
import * as length from '@arcgis/core/geometry/operators/lengthOperator.js';
import * as union from '@arcgis/core/geometry/operators/unionOperator.js';
import { indexOf, type Part, type Work, type WorkLayer } from './work.ts';
import { joinedFields } from './tasks.ts';

type Any = Part['geometry'];

/** A non-empty geometry of the expected dimension: geometries that only touch have no such intersection. */
function substantial(shape: Any | null | undefined, than: Any): Any | undefined {
  if (!shape || shape.type !== than.type) return undefined;
  if (shape.type === 'polygon') return area.execute(shape) > 0 ? shape : undefined;
  if (shape.type === 'polyline') return length.execute(shape) > 0 ? shape : undefined;
  if (shape.type === 'multipoint') return shape.points.length > 0 ? shape : undefined;
  return shape;
}

const merged = (parts: readonly Part[]): Any | undefined => {
  const [first, ...others] = parts.map(({ geometry }) => geometry as Polygon);
  return first && others.length > 0 ? (union.executeMany([first, ...others]) as Polygon) : first;
};

/** The parts of a layer's features that lie in areas. */
export function clip({ input, other, step }: Required<Work>): WorkLayer {
  const near = indexOf(other.parts);
  const parts = input.parts.flatMap(({ geometry, attributes }) => {
    step();
    const mask = merged(near(geometry));
    const inside = mask && substantial(intersection.execute(geometry, mask) as Any, geometry);
    return inside ? [{ geometry: inside, attributes }] : [];
  });
  return { ...input, parts };
}

/** The parts of a layer's features that lie outside of areas. */
export function erase({ input, other, step }: Required<Work>): WorkLayer {
  const near = indexOf(other.parts);
  const parts = input.parts.flatMap(({ geometry, attributes }) => {
    step();
    const mask = merged(near(geometry));
    const outside = mask ? substantial(difference.execute(geometry, mask) as Any, geometry) : geometry;
    return outside ? [{ geometry: outside, attributes }] : [];
  });
  return { ...input, parts };
}

/** The intersection of each pair of features, with the attributes of both. */
export function intersect({ input, other, step }: Required<Work>): WorkLayer {
  const near = indexOf(other.parts);
  const { fields, merge } = joinedFields(input.fields, other.fields);
  const parts = input.parts.flatMap(({ geometry, attributes }) => {
    step();
    return near(geometry).flatMap((one) => {
      const common = substantial(intersection.execute(geometry, one.geometry) as Any, geometry);
      return common ? [{ geometry: common, attributes: merge(attributes, one.attributes) }] : [];
    });
  });
  return { shape: input.shape, fields, parts };
}

/** The areas of both layers, divided where they overlap, with the attributes of both there. */
export function overlay(work: Required<Work>): WorkLayer {
  const { input, other } = work;
  const { fields, merge } = joinedFields(input.fields, other.fields);
  const none = Object.fromEntries(input.fields.map(({ name }) => [name, null]));
  return {
    shape: 'polygon',
    fields,
    parts: [
      ...intersect(work).parts,
      ...erase(work).parts.map((part) => ({ ...part, attributes: merge(part.attributes, undefined) })),
      ...erase({ ...work, input: other, other: input }).parts.map(({ geometry, attributes }) => ({
        geometry,
        attributes: merge(none, attributes),
      })),
    ],
  };
}

/** The features of the other layer that intersect a geometry. */
export function meeting(other: WorkLayer): (geometry: Any) => readonly Part[] {
  const near = indexOf(other.parts);
  return (geometry) => near(geometry).filter((one) => intersects.execute(geometry, one.geometry));
}
