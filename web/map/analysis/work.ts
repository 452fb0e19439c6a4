import type Multipoint from '@arcgis/core/geometry/Multipoint.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type Polygon from '@arcgis/core/geometry/Polygon.js';
import type Polyline from '@arcgis/core/geometry/Polyline.js';
import { fromJSON } from '@arcgis/core/geometry/support/jsonUtils.js';
import * as simplify from '@arcgis/core/geometry/operators/simplifyOperator.js';
import Flatbush from 'flatbush';
import type { Recipe, Shape } from './recipe.ts';
import type { Attributes, TaskField, TaskLayer } from './tasks.ts';

/** A feature during an analysis. */
export interface Part {
  geometry: Point | Multipoint | Polyline | Polygon;
  attributes: Attributes;
}

export interface WorkLayer {
  shape: Shape;
  fields: readonly TaskField[];
  parts: readonly Part[];
}

export interface Work {
  recipe: Recipe;
  input: WorkLayer;
  other?: WorkLayer | undefined;
  /** Counts an input feature as finished. */
  step: () => void;
}

type Box = readonly [xmin: number, ymin: number, xmax: number, ymax: number];

export function boxOf(geometry: Part['geometry']): Box {
  if (geometry.type === 'point') return [geometry.x, geometry.y, geometry.x, geometry.y];
  const { xmin = 0, ymin = 0, xmax = 0, ymax = 0 } = geometry.extent ?? {};
  return [xmin, ymin, xmax, ymax];
}

/** Finds the features whose bounding box intersects that of a geometry, in their order. */
export function indexOf(parts: readonly Part[]): (geometry: Part['geometry']) => readonly Part[] {
  const tree = treeOf(parts);
  return (geometry) =>
    (tree?.search(...boxOf(geometry)) ?? []).toSorted((a, b) => a - b).flatMap((index) => parts[index] ?? []);
}

export function treeOf(parts: readonly Part[]): Flatbush | undefined {
  if (parts.length === 0) return undefined;
  const tree = new Flatbush(parts.length);
  for (const { geometry } of parts) tree.add(...boxOf(geometry));
  tree.finish();
  return tree;
}

/** The features of a task with shapes that operators accept; self-intersecting geometries are repaired. */
export function readLayer(
  { shape, fields, features }: TaskLayer,
  wkid: number,
): { layer: WorkLayer; repaired: number } {
  let repaired = 0;
  const parts = features.flatMap(({ geometry: json, attributes }): Part[] => {
    const geometry = fromJSON({ ...json, spatialReference: { wkid } }) as Part['geometry'] | null;
    if (!geometry) return [];
    if (geometry.type === 'point') return Number.isFinite(geometry.x) ? [{ geometry, attributes }] : [];
    if (geometry.type !== 'polygon' || simplify.isSimple(geometry)) return [{ geometry, attributes }];
    repaired += 1;
    const simple = simplify.execute(geometry) as Polygon | null;
    return simple ? [{ geometry: simple, attributes }] : [];
  });
  return { layer: { shape, fields, parts }, repaired };
}
