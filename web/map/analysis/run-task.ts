import * as geodesicBuffer from '@arcgis/core/geometry/operators/geodesicBufferOperator.js';
import * as geodeticArea from '@arcgis/core/geometry/operators/geodeticAreaOperator.js';
import * as geodeticDistance from '@arcgis/core/geometry/operators/geodeticDistanceOperator.js';
import * as geodeticLength from '@arcgis/core/geometry/operators/geodeticLengthOperator.js';
import { MappingError } from '../../../wire/errors.ts';
import { toolNeeds } from './recipe.ts';
import { clip, erase, intersect, overlay } from './overlays.ts';
import { aggregate, buffer, centroids, dissolve, grid, hull, join, nearest, summarise } from './summaries.ts';
import type { AnalysisAnswer, AnalysisTask } from './tasks.ts';
import { readLayer, type Work, type WorkLayer } from './work.ts';

/** The projection engine computes on the ellipsoid; it is loaded only for tools that need it. */
const onEllipsoid: readonly string[] = ['buffer', 'nearest', 'summarise', 'grid'];

/**
 * Computes a task.
 * @param report receives the finished part, from 0 to 1
 * @throws MappingError `analysis:no-features`, `analysis:no-result`
 */
export async function runTask(
  { recipe, input, other, wkid }: AnalysisTask,
  report: (part: number) => void,
): Promise<AnalysisAnswer> {
  const first = readLayer(input, wkid);
  const second = other && readLayer(other, wkid);
  if (first.layer.parts.length === 0 || second?.layer.parts.length === 0)
    throw new MappingError('analysis:no-features', 'A layer has no features.', { status: 400 });
  if (onEllipsoid.includes(recipe.tool))
    await Promise.all(
      [geodesicBuffer, geodeticArea, geodeticDistance, geodeticLength].map((operator) => operator.load()),
    );
  let done = 0;
  // The areas of both layers are visited twice.
  const total =
    recipe.tool === 'union'
      ? first.layer.parts.length * 2 + (second?.layer.parts.length ?? 0)
      : first.layer.parts.length;
  const step = () => {
    done += 1;
    if (done % Math.ceil(total / 100) === 0) report(done / total);
  };
  const result = compute({ recipe, input: first.layer, other: second?.layer, step }, wkid);
  if (result.parts.length === 0)
    throw new MappingError('analysis:no-result', 'The features have nothing in common.', { status: 400 });
  return {
    shape: result.shape,
    fields: result.fields,
    features: result.parts.map(({ geometry, attributes }) => ({
      geometry: geometry.toJSON() as object,
      attributes,
    })),
    repaired: first.repaired + (second?.repaired ?? 0),
  };
}

function compute(work: Work, wkid: number): WorkLayer {
  const { tool } = work.recipe;
  if (tool === 'grid') return grid(work, wkid);
  if (tool === 'buffer') return buffer(work);
  if (tool === 'dissolve') return dissolve(work);
  if (tool === 'hull') return hull(work);
  if (tool === 'centroids') return centroids(work);
  if (!work.other || !toolNeeds[tool].other)
    throw new MappingError('analysis:no-features', 'A layer has no features.', { status: 400 });
  const both = { ...work, other: work.other };
  return { clip, intersect, union: overlay, difference: erase, join, nearest, summarise, aggregate }[tool](
    both,
  );
}
