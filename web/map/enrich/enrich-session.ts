import * as geodeticArea from '@arcgis/core/geometry/operators/geodeticAreaOperator.js';
import Graphic from '@arcgis/core/Graphic.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import type Query from '@arcgis/core/rest/support/Query.js';
import { MappingError } from '../../../wire/errors.ts';
import { layerLook } from '../add/layer-look.ts';
import { attributeOf, fieldStatistics, numberOf } from '../layers/field-statistics.ts';
import { fieldsOf } from '../layers/layer-fields.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { drawShapes } from '../select/draw-shapes.ts';
import { comparedShape, oneShape, type OneShape } from '../select/one-shape.ts';
import { selectedIn } from '../select/selected.ts';
import { createStore } from '../../store.ts';
import {
  type EnrichRequest,
  type EnrichSession,
  type FieldFigures,
  type LayerFigures,
  mostCategories,
} from './enrich.ts';
import { resultOf } from './enriched-area.ts';

/** Opens the figures of areas (`openEnrich`). */
export function openEnrich(internals: MapInternals): EnrichSession {
  const { view, onLeave } = internals;
  const selected = selectedIn(view);
  const drawings = drawShapes(internals);
  const size = createStore<number | undefined>(undefined);
  const shown = new GraphicsLayer({ listMode: 'hide' });
  view.map?.add(shown);
  let area: Polygon | undefined;
  let closed = false;
  let turn = 0;
  /**
   * Begins to choose an area, and ends what is being drawn for an earlier one.
   * @returns whether no other one was chosen since
   */
  const begin = () => {
    drawings.stop();
    const own = ++turn;
    return () => own === turn && !closed;
  };
  const clear = () => {
    begin();
    area = undefined;
    shown.removeAll();
    size.set(undefined);
  };
  const close = () => {
    if (closed) return;
    closed = true;
    unregister();
    drawings.close();
    if (!view.destroyed) view.map?.remove(shown);
  };
  const unregister = onLeave(close);

  const layerOf = async (layerId: string, signal?: AbortSignal): Promise<FeatureLayer> => {
    const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
    if (!layer || !hasFeatures(layer)) throw new MappingError('layer:failed', 'The layer is not in the map.');
    await layer.load({ signal });
    return layer;
  };
  const use = async (shape: OneShape, isWanted: () => boolean) => {
    if (shape.type !== 'polygon' || !(shape.rings.length > 0))
      throw new MappingError('enrich:no-area', 'A distance is needed around points and lines.', {
        status: 400,
      });
    await geodeticArea.load();
    if (!isWanted()) return;
    area = shape;
    shown.removeAll();
    shown.add(new Graphic({ geometry: shape, symbol: outline as never }));
    size.set(Math.abs(geodeticArea.execute(shape, { unit: 'square-meters' })));
  };

  return {
    drawing: drawings.drawing,
    area: size,
    selected,
    stopDrawing: drawings.stop,
    async draw(shape, metres) {
      const isWanted = begin();
      const drawn = await drawings.draw(shape);
      if (drawn) await use(await oneShape([drawn as OneShape], shape === 'point' ? metres : 0), isWanted);
    },
    takeView: () => use(Polygon.fromExtent(view.extent), begin()),
    async takeSelected(metres, signal) {
      const isWanted = begin();
      const shapes = await Promise.all(
        [...selected.get()].map(async ([layerId, objectIds]) => {
          const layer = await layerOf(layerId, signal);
          const around = layer.geometryType === 'polygon' ? 0 : metres;
          // Layers have their own spatial references, and their shapes are united.
          const { spatialReference } = view;
          return comparedShape(layer, { objectIds, metres: around, spatialReference, signal });
        }),
      );
      await use(await oneShape(shapes, 0), isWanted);
    },
    fields: async (layerId) => fieldsOf(await layerOf(layerId)).filter(({ isId }) => !isId),
    async read(requests, signal) {
      const geometry = area;
      if (!geometry) return [];
      try {
        return await Promise.all(
          requests.map(async (request) =>
            figuresOf(await layerOf(request.layerId, signal), request, { geometry, signal }),
          ),
        );
      } catch (cause) {
        signal.throwIfAborted();
        throw sdkError(cause, 'layer:failed');
      }
    },
    async toLayer(title, figures, names) {
      if (!area) return;
      const { fields, attributes } = resultOf(size.get() ?? 0, figures, names);
      const layer = new FeatureLayer({
        title,
        source: [new Graphic({ geometry: area.clone(), attributes: { OBJECTID: 1, ...attributes } })],
        objectIdField: 'OBJECTID',
        geometryType: 'polygon',
        spatialReference: view.spatialReference,
        fields: [{ name: 'OBJECTID', type: 'oid' }, ...fields],
        renderer: layerLook(view, 'polygon', undefined) as never,
        popupTemplate: {
          title,
          content: [
            {
              type: 'fields',
              fieldInfos: fields.map(({ name, alias }) => ({ fieldName: name, label: alias })),
            },
          ],
        } as never,
        editingEnabled: false,
      });
      await layer.load();
      view.map?.layers.add(layer);
    },
    clear,
    close,
  };
}

const outline = {
  type: 'simple-fill',
  color: [0, 90, 200, 0.12],
  outline: { color: [0, 90, 200, 0.9], width: 2 },
};

interface Place {
  geometry: Polygon;
  signal: AbortSignal;
}

async function figuresOf(
  layer: FeatureLayer,
  { layerId, fields, category }: EnrichRequest,
  { geometry, signal }: Place,
): Promise<LayerFigures> {
  const query = (): Query => {
    const made = layer.createQuery();
    made.returnGeometry = false;
    made.geometry = geometry;
    made.spatialRelationship = 'intersects';
    return made;
  };
  const [count, categories, figures] = await Promise.all([
    layer.queryFeatureCount(query(), { signal }),
    category === undefined ? [] : categoriesOf(layer, category, { query: query(), signal }),
    Promise.all(
      fields.map(async (name): Promise<FieldFigures> => {
        const statistics = ['sum', 'avg', 'min', 'max'] as const;
        const { avg, ...found } = await fieldStatistics(layer, name, statistics, { query: query(), signal });
        return { name, title: layer.getField(name)?.alias || name, ...found, mean: avg };
      }),
    ),
  ]);
  return { layerId, title: layer.title ?? '', count, fields: figures, categories };
}

async function categoriesOf(
  layer: FeatureLayer,
  field: string,
  { query, signal }: { query: Query; signal: AbortSignal },
): Promise<LayerFigures['categories']> {
  Object.assign(query, {
    groupByFieldsForStatistics: [field],
    outStatistics: [
      {
        statisticType: 'count',
        onStatisticField: layer.objectIdField,
        outStatisticFieldName: 'group_amount',
      },
    ],
    orderByFields: ['group_amount DESC'],
    num: mostCategories,
  });
  const { features } = await layer.queryFeatures(query, { signal });
  const domain = layer.getFieldDomain(field);
  return features
    .map((row) => {
      const value = attributeOf(row, field) as string | number | null | undefined;
      const known = value !== null && value !== undefined && domain?.type === 'coded-value';
      const title = (known && domain.getName(value)) || String(value ?? '');
      return { title, count: numberOf(attributeOf(row, 'group_amount')) ?? 0 };
    })
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostCategories);
}
