import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type Multipoint from '@arcgis/core/geometry/Multipoint.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type Polygon from '@arcgis/core/geometry/Polygon.js';
import type Polyline from '@arcgis/core/geometry/Polyline.js';
import type SketchViewModel from '@arcgis/core/widgets/Sketch/SketchViewModel.js';
import type { MapInternals } from '../map-model.ts';
import { clickAt, dragFromTo, isSurface, type ScreenPlace } from './keyboard-clicks.ts';

type Geometry = NonNullable<Graphic['geometry']>;

/** A corner of a shape: its part, and its place within the part. */
type Corner = readonly [part: number, index: number];

/** Maximum distance in pixels between the middle of the map and the corner that Space picks up. */
const near = 20;

/**
 * How often, and after how many milliseconds each, the SDK is asked for the handle of a corner that it has to
 * draw first.
 */
const attempts = { count: 30, pause: 100 };

/**
 * Moves corners of the shape that the SDK's sketch tools are changing by keyboard. Page Down and Page Up go
 * to the corners; Space picks up the one at the middle of the map and puts it down; meanwhile it stays at the
 * middle, below which arrow keys move the map. Escape returns it, Delete removes it. The SDK itself needs a
 * pointer that drags.
 *
 * @param onMoved called with the shape after each change that the SDK does not report
 */
export function moveCornersByKeyboard(
  { view, announcePoint }: Pick<MapInternals, 'view' | 'announcePoint'>,
  sketch: SketchViewModel,
  onMoved: (shape: Geometry) => void,
): () => void {
  const { container } = view;
  if (!(container instanceof HTMLElement)) return () => {};
  /** The corner that was chosen last, and whether it is picked up. */
  let chosen: { graphic: Graphic; corner: Corner; held: boolean } | undefined;
  const shape = () =>
    sketch.state === 'active' && sketch.updateGraphics.length === 1 ? sketch.updateGraphics.at(0) : undefined;
  const current = () => (chosen && chosen.graphic === shape() ? chosen : undefined);
  const middle = () => view.center && view.toScreen(view.center);

  const goTo = (graphic: Graphic, step: 1 | -1) => {
    const corners = cornersOf(graphic.geometry);
    const before = current()?.corner;
    const at = corners.findIndex(([part, index]) => part === before?.[0] && index === before[1]);
    const corner = corners.at(at < 0 && step < 0 ? -1 : (at + step) % corners.length);
    const point = corner && pointAt(graphic.geometry, corner);
    if (!point) return;
    chosen = { graphic, corner, held: false };
    view.center = point;
    announcePoint(point);
  };
  const pickUp = async (graphic: Graphic, corner: Corner) => {
    const own = (chosen = { graphic, corner, held: false });
    // Another corner may be chosen meanwhile.
    const isWanted = () => current() === own;
    const from = await handleAt(graphic, corner, isWanted);
    const to = middle();
    const surface = container.querySelector('.esri-view-surface');
    if (!from || !to || !(surface instanceof HTMLElement)) return;
    // As if it was dragged: the SDK then knows the step for undo.
    dragFromTo(surface, from, to);
    if (isWanted()) {
      chosen = { graphic, corner, held: true };
      announcePoint(view.center, true);
      follow();
    }
  };
  /** Waits until a click at a corner reaches its handle. @returns where on the screen that is */
  const handleAt = async (
    graphic: Graphic,
    corner: Corner,
    isWanted: () => boolean,
  ): Promise<ScreenPlace | undefined> => {
    for (let attempt = 0; attempt < attempts.count && isWanted(); attempt++) {
      const point = pointAt(graphic.geometry, corner);
      const place = point && view.toScreen(point);
      if (!place) return undefined;
      // The handles are in a layer that only the SDK knows.
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { results } = await view.hitTest(place);
      if (!isWanted()) return undefined;
      const isHandle = results.some(
        (one) => one.type === 'graphic' && samePlace(one.graphic.geometry, point),
      );
      if (isHandle) return place;
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, attempts.pause));
    }
    return undefined;
  };
  const follow = () => {
    const now = current();
    const { center } = view;
    if (!now?.held || !center) return;
    const moved = withCornerAt(now.graphic.geometry, now.corner, center);
    if (!moved) return;
    now.graphic.geometry = moved;
    onMoved(moved);
  };
  const putDown = () => {
    if (chosen) chosen = { ...chosen, held: false };
  };
  /** @returns whether the key needs nothing else */
  const handle = (key: string, surface: HTMLElement, graphic: Graphic): boolean => {
    const held = current()?.held === true;
    switch (key) {
      case 'PageDown':
      case 'PageUp':
        goTo(graphic, key === 'PageDown' ? 1 : -1);
        return true;
      case ' ': {
        if (held) {
          putDown();
          announcePoint(view.center);
          return true;
        }
        const corner = cornerNear(graphic.geometry);
        if (corner) void pickUp(graphic, corner);
        return corner !== undefined;
      }
      case 'Escape':
        if (held) sketch.undo();
        putDown();
        return held;
      case 'Delete':
      case 'Backspace': {
        const place = held && middle();
        // What is a single point is deleted by its tool.
        if (place && graphic.geometry?.type === 'point') return true;
        putDown();
        // Selects the corner for the SDK, which deletes it with the same key.
        if (place) clickAt(surface, place);
        return false;
      }
      case 'Enter':
        putDown();
        return false;
      default:
        return false;
    }
  };
  const cornerNear = (geometry: Geometry | null | undefined): Corner | undefined => {
    const at = middle();
    if (!at) return undefined;
    const [nearest] = cornersOf(geometry)
      .map((corner) => {
        const point = pointAt(geometry, corner);
        const place = point && view.toScreen(point);
        return { corner, distance: place ? Math.hypot(place.x - at.x, place.y - at.y) : Infinity };
      })
      .toSorted((one, other) => one.distance - other.distance);
    return nearest && nearest.distance <= near ? nearest.corner : undefined;
  };
  const down = (event: KeyboardEvent) => {
    const { key, target, repeat, ctrlKey, altKey, metaKey } = event;
    const graphic = shape();
    if (!graphic || !isSurface(target) || repeat || ctrlKey || altKey || metaKey) return;
    if (!handle(key, target, graphic)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Before the SDK and `clickByKeyboard`.
  container.addEventListener('keydown', down, { capture: true });
  const handles = [
    watch(() => view.center, follow),
    // What moves the map afterwards does not move the corner.
    sketch.on('undo', putDown),
    sketch.on('redo', putDown),
    sketch.on('update', ({ state }) => {
      if (state === 'complete') putDown();
    }),
  ];
  return () => {
    container.removeEventListener('keydown', down, { capture: true });
    for (const handle of handles) handle.remove();
  };
}

/**
 * Corners in their order; the point that closes a ring is its first. None of shapes with curves, which have
 * handles between.
 */
function cornersOf(geometry: Geometry | null | undefined): Corner[] {
  if (geometry?.type === 'point') return [[0, 0]];
  if (geometry?.type === 'multipoint') return geometry.points.map((_point, index) => [0, index]);
  if (geometry?.type === 'polyline' && !geometry.curvePaths)
    return geometry.paths.flatMap((path, part) => path.map((_point, index) => [part, index] as const));
  if (geometry?.type === 'polygon' && !geometry.curveRings)
    return geometry.rings.flatMap((ring, part) =>
      ring.slice(0, -1).map((_point, index) => [part, index] as const),
    );
  return [];
}

function pointAt(geometry: Geometry | null | undefined, [part, index]: Corner): Point | undefined {
  if (geometry?.type === 'point') return geometry;
  if (geometry?.type === 'multipoint') return geometry.getPoint(index) ?? undefined;
  if (geometry?.type === 'polyline' || geometry?.type === 'polygon')
    return geometry.getPoint(part, index) ?? undefined;
  return undefined;
}

/** The shape with a corner at another place, and its other ordinates as they were. */
function withCornerAt(
  geometry: Geometry | null | undefined,
  corner: Corner,
  { x, y }: Point,
): Geometry | undefined {
  const point = pointAt(geometry, corner)?.clone();
  if (!geometry || !point) return undefined;
  [point.x, point.y] = [x, y];
  if (geometry.type === 'point') return point;
  const moved = geometry.clone() as Multipoint | Polyline | Polygon;
  const [part, index] = corner;
  if (moved.type === 'multipoint') moved.setPoint(index, point);
  else moved.setPoint(part, index, point);
  if (moved.type === 'polygon' && index === 0)
    moved.setPoint(part, (moved.rings[part]?.length ?? 1) - 1, point);
  return moved;
}

function samePlace(geometry: Geometry | null | undefined, { x, y }: Point): boolean {
  return geometry?.type === 'point' && geometry.x === x && geometry.y === y;
}
