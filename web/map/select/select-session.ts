import type Extent from '@arcgis/core/geometry/Extent.js';
import type Multipoint from '@arcgis/core/geometry/Multipoint.js';
import * as geodesicBuffer from '@arcgis/core/geometry/operators/geodesicBufferOperator.js';
import * as union from '@arcgis/core/geometry/operators/unionOperator.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type Polygon from '@arcgis/core/geometry/Polygon.js';
import type Polyline from '@arcgis/core/geometry/Polyline.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import type MapNotesLayer from '@arcgis/core/layers/MapNotesLayer.js';
import type { QueryProperties } from '@arcgis/core/rest/support/Query.js';
import SketchViewModel from '@arcgis/core/widgets/Sketch/SketchViewModel.js';
import { MappingError } from '../../../wire/errors.ts';
import { copyFeatures } from '../layers/copy-layer.ts';
import { fieldsOf } from '../layers/layer-fields.ts';
import { sqlAll } from '../layers/sql.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { graphicsOf } from '../sketch/drawings-layer.ts';
import { createStore } from '../store.ts';
import { readFeatures } from '../layers/read-features.ts';
import type { SelectSession, SelectShape, SelectTarget } from './select.ts';
import { combined, selectedIn, selectIn } from './selected.ts';

type Shape = NonNullable<QueryProperties['geometry']>;

/** What the SDK draws for each shape. */
const sketches = {
  rectangle: ['rectangle', 'freehand'],
  lasso: ['polygon', 'freehand'],
  line: ['polyline', 'click'],
  area: ['polygon', 'click'],
} as const;

/** Opens the selection tool (`openSelect`). */
export function openSelect({ view, claimClicks, goToAll, onLeave }: MapInternals): SelectSession {
  const selected = selectedIn(view);
  const drawing = createStore<SelectShape | undefined>(undefined);
  const drawings = new GraphicsLayer({ listMode: 'hide' });
  view.map?.add(drawings);
  const sketch = new SketchViewModel({ view, layer: drawings, updateOnGraphicClick: false });
  let drawn: ((shape: Shape | undefined) => void) | undefined;
  let release = () => {};
  const end = (shape: Shape | undefined) => {
    drawings.removeAll();
    drawing.set(undefined);
    release();
    release = () => {};
    drawn?.(shape);
    drawn = undefined;
  };
  sketch.on('create', ({ state, graphic }) => {
    if (state === 'complete') end(graphic?.geometry as Shape | undefined);
    else if (state === 'cancel') end(undefined);
  });
  const stopDrawing = () => {
    sketch.cancel();
    end(undefined);
  };
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    stopDrawing();
    sketch.destroy();
    if (!view.destroyed) view.map?.remove(drawings);
  };
  onLeave(close);

  const layerOf = async (layerId: string): Promise<FeatureLayer> => {
    const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
    if (!layer || !hasFeatures(layer)) throw new MappingError('layer:failed', 'The layer is not in the map.');
    await layer.load();
    return layer;
  };
  const idsOf = (layerId: string) => selected.get().get(layerId) ?? [];
  /** Queries every layer before any selection changes. */
  const select = async (
    { layerIds, how }: SelectTarget,
    queries: readonly QueryProperties[],
    signal?: AbortSignal,
  ) => {
    try {
      const found = await Promise.all(
        layerIds.map(async (layerId) => {
          const layer = await layerOf(layerId);
          const answers = await Promise.all(
            queries.map((query) => {
              const where = sqlAll(layer.definitionExpression, query.where);
              return layer.queryObjectIds({ ...query, where }, { signal });
            }),
          );
          return { layer, ids: [...new Set(answers.flatMap((ids) => (ids ?? []) as number[]))] };
        }),
      );
      for (const { layer, ids } of found) selectIn(view, layer, combined(idsOf(layer.id), ids, how));
    } catch (cause) {
      signal?.throwIfAborted();
      throw sdkError(cause, 'layer:failed');
    }
  };

  return {
    selected,
    drawing,
    stopDrawing,
    async draw(shape, target) {
      stopDrawing();
      release = claimClicks();
      const [tool, mode] = sketches[shape];
      const done = new Promise<Shape | undefined>((resolve) => (drawn = resolve));
      drawing.set(shape);
      await sketch.create(tool, { mode });
      const geometry = await done;
      if (geometry) await select(target, [{ geometry, spatialRelationship: 'intersects' }]);
      return geometry !== undefined;
    },
    inView: (target) => select(target, [{ geometry: view.extent }]),
    async byCondition(condition, target) {
      await select(target, [{ where: condition }]).catch((cause: unknown) => {
        throw new MappingError('select:bad-condition', 'The condition is not valid for the chosen layers.', {
          status: 400,
          cause,
        });
      });
    },
    async byLayer({ layerId, onlySelected, relation, metres }, target, signal) {
      const around = relation === 'distance' ? metres : 0;
      const drawn = findLayer(view, layerId)?.layer;
      const shapes =
        drawn?.type === 'map-notes'
          ? await drawnShapes(drawn as MapNotesLayer, around)
          : [
              await comparedShape(await layerOf(layerId), {
                objectIds: onlySelected ? idsOf(layerId) : undefined,
                metres: around,
                signal,
              }),
            ];
      // The SDK names the relation of the given shape to the features, which is the other way round.
      const spatialRelationship =
        relation === 'within' ? 'contains' : relation === 'contains' ? 'within' : 'intersects';
      const queries = shapes.map((geometry) => ({ geometry, spatialRelationship }) as const);
      await select(target, queries, signal);
    },
    fields: async (layerId) => fieldsOf(await layerOf(layerId)).filter(({ isId }) => !isId),
    async invert(layerId) {
      const layer = await layerOf(layerId);
      const where = layer.definitionExpression || '1=1';
      const all = ((await layer.queryObjectIds({ where })) ?? []) as number[];
      selectIn(view, layer, combined(all, idsOf(layerId), 'remove'));
    },
    clear(layerId) {
      if (layerId === undefined) return view.selectionManager.clear();
      const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
      if (layer) selectIn(view, layer, []);
    },
    async goTo(layerId) {
      const layers = layerId === undefined ? [...selected.get().keys()] : [layerId];
      const extents = await Promise.all(
        layers.map(async (id) => {
          const layer = await layerOf(id);
          const { extent } = await layer.queryExtent({
            objectIds: [...idsOf(id)],
            outSpatialReference: view.spatialReference,
          });
          return extent as Extent | null;
        }),
      );
      const [first, ...others] = extents.filter((extent) => extent !== null);
      if (first) await goToAll(others.reduce((sum, extent) => sum.union(extent), first).expand(margin));
    },
    async toLayer(layerId, title, signal) {
      try {
        const { layer, siblings } = findLayer(view, layerId) ?? {};
        if (!layer || !siblings) return;
        const copy = await copyFeatures(await layerOf(layerId), { objectIds: idsOf(layerId), signal });
        copy.title = title;
        await copy.load();
        siblings.add(copy, siblings.indexOf(layer) + 1);
      } catch (cause) {
        signal.throwIfAborted();
        throw sdkError(cause, 'layer:failed');
      }
    },
    close,
  };
}

/** The share of the map that selected features fill. */
const margin = 1.2;

/** Maximum number of features to compare with. */
const max = 5000;

interface Compared {
  /** Default: all features that the layer's filter shows. */
  objectIds: readonly number[] | undefined;
  /** Width of the buffer in metres. */
  metres: number;
  signal: AbortSignal;
}

type OneShape = Point | Multipoint | Polyline | Polygon;

/**
 * The union of the geometries of features, optionally with a buffer.
 * @throws MappingError `select:nothing-to-compare` without features, `layer:too-large` above 5,000
 */
async function comparedShape(
  layer: FeatureLayer,
  { objectIds, metres, signal }: Compared,
): Promise<OneShape> {
  const features = await readFeatures(layer, {
    objectIds,
    query: { outFields: [layer.objectIdField] },
    signal,
    limit: max,
  });
  return await oneShape(
    features.flatMap(({ geometry }) => (geometry ? [geometry as OneShape] : [])),
    metres,
  );
}

/**
 * The shapes of drawings: one each of points, lines and areas, which no shape can be at once. Texts are points.
 * @throws MappingError `select:nothing-to-compare` without drawings
 */
async function drawnShapes(layer: MapNotesLayer, metres: number): Promise<OneShape[]> {
  const shapes = graphicsOf(layer).flatMap(({ geometry }) => (geometry ? [geometry as OneShape] : []));
  if (shapes.length === 0) return [await oneShape([], metres)];
  const byKind = Object.values(Object.groupBy(shapes, ({ type }) => type));
  return await Promise.all(byKind.map((some) => oneShape(some, metres)));
}

async function oneShape(shapes: readonly OneShape[], metres: number): Promise<OneShape> {
  const whole = shapes.length > 0 ? union.executeMany(shapes as Polygon[]) : undefined;
  if (!whole)
    throw new MappingError('select:nothing-to-compare', 'The layer has no features to compare with.', {
      status: 400,
    });
  if (metres <= 0) return whole as Polygon;
  await geodesicBuffer.load();
  const around = geodesicBuffer.execute(whole as Polygon, metres, { unit: 'meters' });
  return around ?? (whole as Polygon);
}
