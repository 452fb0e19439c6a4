import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import * as geodesicBuffer from '@arcgis/core/geometry/operators/geodesicBufferOperator.js';
import * as geodeticArea from '@arcgis/core/geometry/operators/geodeticAreaOperator.js';
import * as geodeticDistance from '@arcgis/core/geometry/operators/geodeticDistanceOperator.js';
import * as geodeticLength from '@arcgis/core/geometry/operators/geodeticLengthOperator.js';
import { toolNeeds } from '../wire/analysis.ts';
import { MappingError } from '../wire/errors.ts';
import { grid } from './grid.ts';
import { clip, erase, intersect, overlay } from './overlays.ts';
import type { PackedLayer } from './packed-layer.ts';
import { aggregate, buffer, centroids, dissolve, hull, join, nearest, summarise } from './summaries.ts';
import type { AnalysisAnswer, AnalysisTask } from './tasks.ts';
import { readLayer, type Work, type WorkLayer } from './work.ts';

/** The projection engine computes on the ellipsoid; it is loaded only for tools that need it. */
const onEllipsoid: readonly string[] = ['buffer', 'nearest', 'summarise', 'grid'];

/**
 * Computes a task.
 * @param report receives the finished part, from 0 to 1
 * @throws MappingError `analysis:no-features`, `analysis:no-field`, `analysis:no-result`, `analysis:too-large`,
 * `analysis:too-many-values`
 */
export async function runTask(
  { recipe, input, other, wkid }: AnalysisTask,
  report: (part: number) => void,
): Promise<AnalysisAnswer> {
  const spatialReference = new SpatialReference({ wkid });
  const first = readLayer(input, spatialReference);
  const second = other && readLayer(other, spatialReference);
  if (first.layer.count === 0 || second?.layer.count === 0) throw noFeatures();
  refuseMissingField(recipe, first.layer);
  if (onEllipsoid.includes(recipe.tool))
    await Promise.all(
      [geodesicBuffer, geodeticArea, geodeticDistance, geodeticLength].map((operator) => operator.load()),
    );
  let done = 0;
  // The areas of both layers are visited twice.
  const total =
    recipe.tool === 'union' ? first.layer.count * 2 + (second?.layer.count ?? 0) : first.layer.count;
  const step = () => {
    done += 1;
    if (done % Math.ceil(total / 100) === 0) report(done / total);
  };
  const layer = compute({ recipe, input: first.layer, other: second?.layer, step });
  if (layer.count === 0)
    throw new MappingError('analysis:no-result', 'The features have nothing in common.', { status: 400 });
  return { layer, repaired: first.repaired + (second?.repaired ?? 0) };
}

/** A recipe that runs again after its layer has changed: without its field, all features would be one group. */
function refuseMissingField({ tool, field }: AnalysisTask['recipe'], { fields }: WorkLayer) {
  if (!field || !toolNeeds[tool].field || fields.some(({ name }) => name === field)) return;
  throw new MappingError('analysis:no-field', `The layer no longer has the field ${field}.`, { status: 400 });
}

function noFeatures(): MappingError {
  return new MappingError('analysis:no-features', 'A layer has no features.', { status: 400 });
}

function compute(work: Work): PackedLayer {
  const { tool } = work.recipe;
  if (tool === 'grid') return grid(work);
  if (tool === 'buffer') return buffer(work);
  if (tool === 'dissolve') return dissolve(work);
  if (tool === 'hull') return hull(work);
  if (tool === 'centroids') return centroids(work);
  if (!work.other || !toolNeeds[tool].other) throw noFeatures();
  const both = { ...work, other: work.other };
  return { clip, intersect, union: overlay, difference: erase, join, nearest, summarise, aggregate }[tool](
    both,
  );
}
