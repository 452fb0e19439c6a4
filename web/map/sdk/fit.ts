import type Extent from '@arcgis/core/geometry/Extent.js';
import Point from '@arcgis/core/geometry/Point.js';
import * as webMercatorUtils from '@arcgis/core/geometry/support/webMercatorUtils.js';
import type MapView from '@arcgis/core/views/MapView.js';

/** Padding in pixels at each edge of a view, covered by search, buttons and credits. */
export interface Covered {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Scale denominator at which a single place is shown. */
const closeScale = 4000;
/** Minimum scale denominator, however small the target. */
const closest = 500;
/** Maximum share of a side that padding may take in a small view. */
const maxCovered = 0.6;

/**
 * Moves a view as soon as it is ready.
 *
 * @returns whether it got there: another move before it is stationary is not an error, and the map's state has the
 *   reason why a map was not opened
 */
export async function moveView(
  view: Pick<MapView, 'when' | 'goTo'>,
  target: () => Parameters<MapView['goTo']>[0],
): Promise<boolean> {
  try {
    await view.when();
    await view.goTo(target());
    return true;
  } catch {
    return false;
  }
}

/** Moves a view so that an extent is fully visible within the padding. */
export async function goToAll(view: MapView, extent: Extent, covered: Covered): Promise<void> {
  await moveView(view, () => targetFor(extent, view, covered));
}

function targetFor(extent: Extent, view: MapView, covered: Covered) {
  const { spatialReference } = view;
  const here = inReference(extent, view);
  if (!here) return extent.clone().expand(1.4);
  const { x, y, resolution } = roomFor(here, view, covered);
  const scale =
    resolution > 0
      ? Math.max(closest, (view.scale / view.resolution) * resolution)
      : Math.min(view.scale, closeScale);
  return { center: new Point({ x, y, spatialReference }), scale };
}

/** The `goTo` targets of SDK components: a geometry or a graphic, or one of them within an object. */
interface RequestedPlace {
  target?: RequestedPlace;
  geometry?: { extent?: Extent | null } | null;
  extent?: Extent | null;
  type?: string;
}

/** Makes an SDK component use the same padding when it goes to a target with an extent. */
export function overrideGoTo(all: (extent: Extent) => Promise<void>) {
  return async (
    view: unknown,
    { target, options }: { target: unknown; options?: unknown },
  ): Promise<void> => {
    const requested = (target as RequestedPlace).target ?? (target as RequestedPlace);
    const extent =
      requested.type === 'extent' ? (requested as Extent) : (requested.geometry ?? requested).extent;
    if (extent && extent.width + extent.height > 0) await all(extent.clone().expand(1.2));
    else await (view as MapView).goTo(target as never, options as never);
  };
}

/** The extent in a spatial reference, such as the view's own; undefined if that would need a projection engine. */
export function inReference(
  extent: Extent,
  { spatialReference }: Pick<MapView, 'spatialReference'>,
): Extent | undefined {
  if (extent.spatialReference.equals(spatialReference)) return extent;
  if (!webMercatorUtils.canProject(extent, spatialReference)) return undefined;
  return webMercatorUtils.project(extent, spatialReference) as Extent;
}

/**
 * The centre and resolution with which a box exactly fills the uncovered part of a view.
 *
 * @param box in map units
 * @param view its size in pixels, and its clockwise rotation in degrees
 */
export function roomFor(
  box: Pick<Extent, 'xmin' | 'ymin' | 'xmax' | 'ymax'>,
  { width, height, rotation }: Pick<MapView, 'width' | 'height' | 'rotation'>,
  covered: Covered,
): { x: number; y: number; resolution: number } {
  const { left, right } = bounded(covered.left, covered.right, width);
  const { left: top, right: bottom } = bounded(covered.top, covered.bottom, height);
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  const [wide, high] = [box.xmax - box.xmin, box.ymax - box.ymin];
  const resolution = Math.max(
    (wide * Math.abs(cos) + high * Math.abs(sin)) / (width - left - right),
    (wide * Math.abs(sin) + high * Math.abs(cos)) / (height - top - bottom),
  );
  // From the centre of the view to the centre of the uncovered part; screen y points down.
  const [across, down] = [((left - right) / 2) * resolution, ((top - bottom) / 2) * resolution];
  return {
    x: (box.xmin + box.xmax) / 2 - (across * cos + down * sin),
    y: (box.ymin + box.ymax) / 2 - (across * sin - down * cos),
    resolution,
  };
}

function bounded(one: number, other: number, size: number): { left: number; right: number } {
  const share = Math.min(1, (size * maxCovered) / Math.max(1, one + other));
  return { left: one * share, right: other * share };
}
