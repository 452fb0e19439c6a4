import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapNotesLayer from '@arcgis/core/layers/MapNotesLayer.js';
import type { QueryProperties } from '@arcgis/core/rest/support/Query.js';
import { MappingError } from '../../../wire/errors.ts';
import { addAbove, copyFeatures } from '../layers/copy-layer.ts';
import { fieldsOf } from '../layers/layer-fields.ts';
import { ofMoment } from '../layers/read-features.ts';
import { sqlAll } from '../layers/sql.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { graphicsOf } from '../sketch/drawings-layer.ts';
import type { SelectSession, SelectShape, SelectTarget } from './select.ts';
import { drawShapes } from './draw-shapes.ts';
import { goToFeatures } from './go-to-features.ts';
import { containing } from './containing.ts';
import { comparedShapes, oneShape, type OneShape } from './one-shape.ts';
import { beginSelection, clearSelection, combined, selectedIn, selectIn } from './selected.ts';

/** Opens the selection tool (`openSelect`). */
export function openSelect(internals: MapInternals): SelectSession {
  const { view, onLeave } = internals;
  const selected = selectedIn(view);
  const drawings = drawShapes<SelectShape>(internals);
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    unregister();
    drawings.close();
  };
  const unregister = onLeave(close);

  const layerOf = async (layerId: string): Promise<FeatureLayer> => {
    const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
    if (!layer || !hasFeatures(layer)) throw new MappingError('layer:failed', 'The layer is not in the map.');
    await layer.load();
    return layer;
  };
  const idsOf = (layerId: string) => selected.get().get(layerId) ?? [];
  const begin = (layerIds: readonly string[]) => {
    const isLast = beginSelection(view, layerIds);
    return (layerId: string) => !closed && isLast(layerId);
  };
  /** Begins a selection that is not drawn, and ends what is being drawn: its failure would not be reported. */
  const beginOther = (layerIds: readonly string[]) => {
    drawings.stop();
    return begin(layerIds);
  };
  /** Queries every layer before any selection changes. */
  const select = async (
    { layerIds, how }: SelectTarget,
    queries: readonly QueryProperties[],
    { signal, narrow, isWanted = begin(layerIds) }: Selecting = {},
  ) => {
    try {
      const found = await Promise.all(
        layerIds.map(async (layerId) => {
          const layer = await layerOf(layerId);
          const answers = await Promise.all(
            queries.map((query) => {
              const where = sqlAll(layer.definitionExpression, query.where);
              return layer.queryObjectIds({ ...query, where, ...ofMoment(layer) }, { signal });
            }),
          );
          const ids = [...new Set(answers.flatMap((some) => (some ?? []) as number[]))];
          return { layer, ids: narrow ? await narrow(layer, ids) : ids };
        }),
      );
      signal?.throwIfAborted();
      for (const { layer, ids } of found)
        if (isWanted(layer.id)) selectIn(view, layer, combined(idsOf(layer.id), ids, how));
    } catch (cause) {
      signal?.throwIfAborted();
      throw sdkError(cause, 'layer:failed');
    }
  };

  return {
    selected,
    drawing: drawings.drawing,
    stopDrawing: drawings.stop,
    async draw(shape, target) {
      const geometry = await drawings.draw(shape);
      if (geometry) await select(target, [{ geometry, spatialRelationship: 'intersects' }]);
      return geometry !== undefined;
    },
    inView(target, signal) {
      const isWanted = beginOther(target.layerIds);
      return select(target, [{ geometry: view.extent }], { signal, isWanted });
    },
    async byCondition(condition, target, signal) {
      const isWanted = beginOther(target.layerIds);
      await select(target, [{ where: condition }], { signal, isWanted }).catch((cause: unknown) => {
        signal?.throwIfAborted();
        // Not a lost connection or an ended session.
        if (cause instanceof MappingError && cause.id !== 'layer:failed') throw cause;
        throw new MappingError('select:bad-condition', 'The condition is not valid for the chosen layers.', {
          status: 400,
          cause,
        });
      });
    },
    async byLayer({ layerId, onlySelected, relation, metres }, target, signal) {
      const isWanted = beginOther(target.layerIds);
      const around = relation === 'distance' ? metres : 0;
      const drawn = findLayer(view, layerId)?.layer;
      const shapes =
        drawn?.type === 'map-notes'
          ? shapesOf(drawn as MapNotesLayer)
          : await comparedShapes(await layerOf(layerId), {
              objectIds: onlySelected ? idsOf(layerId) : undefined,
              signal,
            });
      const whole = await united(shapes, around);
      const ofEach = relation === 'contains' && shapes.length > 1;
      // The SDK names the relation of the given shape to the features, which is the other way round.
      const spatialRelationship =
        relation === 'within' ? 'contains' : relation === 'contains' && !ofEach ? 'within' : 'intersects';
      const queries = whole.map((geometry) => ({ geometry, spatialRelationship }) as const);
      const narrow = (layer: FeatureLayer, objectIds: readonly number[]) =>
        containing(layer, shapes, { objectIds, signal });
      await select(target, queries, { signal, isWanted, ...(ofEach && { narrow }) });
    },
    fields: async (layerId) => fieldsOf(await layerOf(layerId)).filter(({ isId }) => !isId),
    async invert(layerId, signal) {
      const isWanted = beginOther([layerId]);
      const layer = await layerOf(layerId);
      const query = { where: layer.definitionExpression || '1=1', ...ofMoment(layer) };
      const all = ((await layer.queryObjectIds(query, { signal })) ?? []) as number[];
      signal?.throwIfAborted();
      if (isWanted(layerId)) selectIn(view, layer, combined(all, idsOf(layerId), 'remove'));
    },
    clear(layerId) {
      const layer = layerId === undefined ? undefined : findLayer(view, layerId)?.layer;
      if (layer || layerId === undefined) clearSelection(view, layer as FeatureLayer | undefined);
    },
    async goTo(layerId) {
      const layers = layerId === undefined ? [...selected.get().keys()] : [layerId];
      try {
        const features = layers.map(async (id) => [await layerOf(id), idsOf(id)] as const);
        await goToFeatures(internals, await Promise.all(features));
      } catch (cause) {
        throw sdkError(cause, 'layer:failed');
      }
    },
    async toLayer(layerId, title, signal) {
      try {
        if (!findLayer(view, layerId)) return;
        const copy = await copyFeatures(await layerOf(layerId), { objectIds: idsOf(layerId), signal });
        copy.title = title;
        await copy.load();
        signal.throwIfAborted();
        addAbove(view, copy, layerId);
      } catch (cause) {
        signal.throwIfAborted();
        throw sdkError(cause, 'layer:failed');
      }
    },
    close,
  };
}

interface Selecting {
  signal?: AbortSignal | undefined;
  /** Whether nothing else was selected in a layer since, or its selection cleared. */
  isWanted?: (layerId: string) => boolean;
  /** Finds those of the features that match which are selected. */
  narrow?: (layer: FeatureLayer, objectIds: readonly number[]) => Promise<readonly number[]>;
}

/** The shapes of drawings. Texts are points. */
function shapesOf(layer: MapNotesLayer): OneShape[] {
  return graphicsOf(layer).flatMap(({ geometry }) => (geometry ? [geometry as OneShape] : []));
}

/**
 * The union of shapes: one each of points, lines and areas, which no shape can be at once.
 * @throws MappingError `select:nothing-to-compare` without shapes
 */
async function united(shapes: readonly OneShape[], metres: number): Promise<OneShape[]> {
  if (shapes.length === 0) return [await oneShape([], metres)];
  const byKind = Object.values(Object.groupBy(shapes, ({ type }) => type));
  return await Promise.all(byKind.map((some) => oneShape(some, metres)));
}
