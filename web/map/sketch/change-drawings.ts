import * as affineTransformOperator from '@arcgis/core/geometry/operators/affineTransformOperator.js';
import Transformation from '@arcgis/core/geometry/operators/support/Transformation.js';
import Point from '@arcgis/core/geometry/Point.js';
import { canProject, project } from '@arcgis/core/geometry/support/webMercatorUtils.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { DrawingChange } from './sketch.ts';

type Geometry = NonNullable<Graphic['geometry']>;
type Screen = Pick<MapView, 'spatialReference' | 'toScreen' | 'toMap'>;

/**
 * The shapes of drawings that are moved, scaled or turned as one, around the middle of all of them.
 *
 * @returns undefined if one of them cannot be projected into the view
 */
export function changedShapes(
  view: Screen,
  shapes: readonly Geometry[],
  change: DrawingChange,
): Geometry[] | undefined {
  const projected = shapes.map((shape) => inView(view, shape));
  const known = projected.filter((shape) => shape !== undefined);
  const middle = middleOf(known);
  if (!middle || known.length < projected.length) return undefined;
  const transformation = new Transformation();
  if ('right' in change) {
    const at = view.toScreen(middle);
    const to = at && view.toMap({ x: at.x + change.right, y: at.y + change.down });
    if (!to) return undefined;
    transformation.shift(to.x - middle.x, to.y - middle.y);
  } else if ('factor' in change) {
    transformation.shift(-middle.x, -middle.y).scale(change.factor, change.factor).shift(middle.x, middle.y);
  } else {
    // The transformation turns anticlockwise.
    transformation.rotate(-change.degrees, middle.x, middle.y);
  }
  return known.map((shape) => affineTransformOperator.execute(shape, transformation) as Geometry);
}

/** The middle of the box around shapes of one spatial reference. */
function middleOf(shapes: readonly Geometry[]): Point | undefined {
  const boxes = shapes.map((shape) => {
    if (shape.type === 'point') return { xmin: shape.x, ymin: shape.y, xmax: shape.x, ymax: shape.y };
    return shape.extent;
  });
  const found = boxes.filter((box) => box !== null && box !== undefined);
  const [first] = shapes;
  if (!first || found.length === 0) return undefined;
  const middle = (least: number[], most: number[]) => (Math.min(...least) + Math.max(...most)) / 2;
  const x = middle(
    found.map(({ xmin }) => xmin),
    found.map(({ xmax }) => xmax),
  );
  const y = middle(
    found.map(({ ymin }) => ymin),
    found.map(({ ymax }) => ymax),
  );
  return new Point({ x, y, spatialReference: first.spatialReference });
}

/** Drawings that other programs made may be in degrees on a map in Web Mercator. */
function inView({ spatialReference }: Screen, shape: Geometry): Geometry | undefined {
  if (shape.spatialReference.equals(spatialReference)) return shape;
  if (!canProject(shape, spatialReference)) return undefined;
  return (project(shape, spatialReference) as Geometry | null) ?? undefined;
}
