import type Graphic from '@arcgis/core/Graphic.js';
import * as centroidOperator from '@arcgis/core/geometry/operators/centroidOperator.js';
import * as projectOperator from '@arcgis/core/geometry/operators/projectOperator.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import type Point from '@arcgis/core/geometry/Point.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { pointOf } from '../sdk/place.ts';
import { type FeatureInView, distanceAndDirection } from './in-view.ts';

/** Maximum number of features whose distances are compared, if more are not wanted. */
const compared = 400;

/** Times that the compared part of the view is halved: features that lie on each other are in every part. */
const maxHalvings = 20;

export type Position = Omit<FeatureInView, 'title'>;

/** Features that can be queried by a box. */
export interface Boxed {
  count(box: Extent): Promise<number>;
  /** Features with shapes, at most `num`. */
  query(box: Extent, num: number): Promise<readonly Graphic[]>;
  idOf(feature: Graphic): unknown;
}

/** The features nearest to the centre. If there are too many to compare, ever smaller parts of the view are queried. */
export async function nearest(
  view: Pick<MapView, 'extent' | 'center'>,
  source: Boxed,
  total: number,
  limit: number,
): Promise<Position[]> {
  const many = Math.max(compared, limit);
  let box: Extent = view.extent;
  let count = total;
  for (let halvings = 0; count > many && halvings < maxHalvings; halvings++) {
    const smaller = box.clone().expand(0.5);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    count = await source.count(smaller);
    if (count < limit) break;
    box = smaller;
  }
  const features = await source.query(box, 5 * many);
  return sorted(view, features, (feature) => source.idOf(feature)).slice(0, limit);
}

/** Loads what distances need on maps that are neither in degrees nor in Web Mercator: the SDK's projection engine. */
export async function prepareDistances({ center }: Pick<MapView, 'center'>): Promise<void> {
  if (!pointOf(center)) await projectOperator.load();
}

/** Features by their distance from the centre of the map (`prepareDistances`). */
export function sorted(
  { center }: Pick<MapView, 'center'>,
  features: readonly Graphic[],
  idOf: (feature: Graphic) => unknown,
): Position[] {
  const middle = degreesOf(center);
  return features
    .flatMap((feature) => {
      const objectId = idOf(feature);
      const place = placeOfFeature(feature);
      return middle && place && typeof objectId === 'number'
        ? [{ objectId, ...distanceAndDirection(middle, place) }]
        : [];
    })
    .toSorted((a, b) => a.metres - b.metres || a.objectId - b.objectId);
}

function placeOfFeature({ geometry }: Graphic) {
  if (geometry?.type === 'point') return degreesOf(geometry);
  if (geometry?.type === 'polygon') return degreesOf(centroidOperator.execute(geometry));
  return degreesOf(geometry?.extent?.center);
}

/** A point of the map in degrees; undefined outside of the area of its coordinate system. */
function degreesOf(point: Point | null | undefined) {
  const known = pointOf(point);
  if (known || !point || !projectOperator.isLoaded()) return known;
  const projected = projectOperator.execute(point, SpatialReference.WGS84) as Point | null | undefined;
  return projected && Number.isFinite(projected.x) && Number.isFinite(projected.y)
    ? pointOf(projected)
    : undefined;
}
