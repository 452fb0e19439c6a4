import Point from '@arcgis/core/geometry/Point.js';
import Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import FeatureFilter from '@arcgis/core/layers/support/FeatureFilter.js';
import type { QueryProperties } from '@arcgis/core/rest/support/Query.js';
import SimpleFillSymbol from '@arcgis/core/symbols/SimpleFillSymbol.js';
import SimpleLineSymbol from '@arcgis/core/symbols/SimpleLineSymbol.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import type FeatureLayerView from '@arcgis/core/views/layers/FeatureLayerView.js';
import { MappingError } from '../../../wire/errors.ts';
import {
  type ExtensionFeature,
  type ExtensionGraphic,
  extensionLimits,
} from '../../../wire/extension-messages.ts';
import { geometryToGeoJson } from '../export/write-data.ts';
import { ofMoment } from '../layers/read-features.ts';
import { sqlAll } from '../layers/sql.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { selectedIn } from '../select/selected.ts';
import { whileInScene } from '../scene/scene-over.ts';
import { drawInScene, type SceneDrawing, type Shown } from './scene-drawing.ts';
import type { ExtensionDrawing, ExtensionMap } from './extension-map.ts';

/** Half of a touch target, in pixels. */
const reach = 22;

export function openExtensionMap(
  { view, clicksClaimed, onLeave }: MapInternals,
  { title, color, onPicked }: ExtensionDrawing,
): ExtensionMap {
  const selected = selectedIn(view);
  // Hidden from the list of layers, and so from the map's document.
  const layer = new GraphicsLayer({ title, listMode: 'hide' });
  const filtered = new Map<string, FeatureLayerView>();
  /** The last requested condition of each layer. */
  const requested = new Map<string, string>();
  let points: { key: string; at: Point }[] = [];
  let shown: Shown = { graphics: [], keys: new Map(), filters: new Map() };
  let inScene: SceneDrawing | undefined;
  let closed = false;
  const show = (change: Partial<Shown>) => {
    shown = { ...shown, ...change };
    inScene?.show(shown);
  };
  const stopScene = whileInScene(view, (scene) => {
    inScene = drawInScene(scene, title, clicksClaimed, onPicked);
    inScene.show(shown);
    return () => {
      inScene?.close();
      inScene = undefined;
    };
  });

  const layerOf = async (layerId: string): Promise<FeatureLayer> => {
    const found = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
    if (!found || !hasFeatures(found)) throw new MappingError('layer:failed', 'The layer is not in the map.');
    await found.load();
    return found;
  };

  const clicks = view.on('click', (event) => {
    if (clicksClaimed()) return;
    const near = points
      .flatMap(({ key, at }) => {
        const spot = view.toScreen(at);
        const away = spot ? Math.hypot(spot.x - event.x, spot.y - event.y) : Infinity;
        return away <= reach ? [{ key, away }] : [];
      })
      .toSorted((a, b) => a.away - b.away)[0];
    if (!near) return;
    event.stopPropagation();
    onPicked(near.key);
  });

  const close = () => {
    if (closed) return;
    closed = true;
    unregister();
    stopScene();
    clicks.remove();
    for (const layerView of filtered.values()) if (!layerView.destroyed) layerView.filter = null;
    if (!view.destroyed) view.map?.remove(layer);
    layer.destroy();
  };
  const unregister = onLeave(close);

  return {
    selected,
    async read({ layer: layerId, from, where, limit, geometry }) {
      const source = await layerOf(layerId);
      const query: QueryProperties = {
        where: sqlAll(source.definitionExpression, where),
        ...ofMoment(source),
      };
      const ids = from === 'selection' ? (selected.get().get(layerId) ?? []) : undefined;
      if (ids) query.objectIds = ids.slice(0, limit);
      if (from === 'view') query.geometry = view.extent;
      try {
        const total = ids ? ids.length : await source.queryFeatureCount(query);
        if (limit === 0 || total === 0) return { total, features: [] };
        return { total, features: await featuresOf(source, { ...query, num: limit }, geometry) };
      } catch (cause) {
        throw queryError(where, cause);
      }
    },
    async feature(layerId, objectId) {
      const source = await layerOf(layerId);
      const query = { objectIds: [objectId], ...ofMoment(source) };
      const [found] = await featuresOf(source, query, true).catch((cause: unknown) => {
        throw sdkError(cause, 'layer:failed');
      });
      return found;
    },
    async filter(layerId, where) {
      requested.set(layerId, where);
      const source = await layerOf(layerId);
      const query = { where: sqlAll(source.definitionExpression, where), ...ofMoment(source) };
      const count = await source.queryFeatureCount(query).catch((cause: unknown) => {
        throw queryError(where, cause);
      });
      const layerView = (await view.whenLayerView(source)) as FeatureLayerView;
      if (closed || requested.get(layerId) !== where) return count;
      layerView.filter = where ? new FeatureFilter({ where }) : null;
      if (where) filtered.set(layerId, layerView);
      else filtered.delete(layerId);
      const filters = new Map(shown.filters);
      if (where) filters.set(layerId, where);
      else filters.delete(layerId);
      show({ filters });
      return count;
    },
    draw(features) {
      if (closed || view.destroyed) return;
      points = features.flatMap(({ geometry, properties: { key } }) => {
        if (key === undefined || geometry.type !== 'Point') return [];
        const [longitude, latitude] = geometry.coordinates;
        return [{ key, at: new Point({ longitude, latitude }) }];
      });
      const graphics = features.map((feature) => graphicOf(feature, color));
      const keys = new Map<Graphic, string>();
      for (const [at, graphic] of graphics.entries()) {
        const key = features[at]?.properties.key;
        if (key !== undefined && graphic.geometry?.type === 'point') keys.set(graphic, key);
      }
      show({ graphics, keys });
      layer.removeAll();
      layer.addMany(graphics);
      if (!view.map?.layers.includes(layer)) view.map?.add(layer);
    },
    close,
  };
}

async function featuresOf(
  layer: FeatureLayer,
  query: QueryProperties,
  geometry: boolean,
): Promise<ExtensionFeature[]> {
  const { features } = await layer.queryFeatures({
    ...query,
    outFields: ['*'],
    returnGeometry: geometry,
    ...(geometry && { outSpatialReference: { wkid: 4326 } }),
  });
  return features.flatMap((feature) => {
    const id = feature.getObjectId();
    if (typeof id !== 'number') return [];
    const shape = geometry
      ? (feature.geometry?.toJSON() as Record<string, unknown[]> | undefined)
      : undefined;
    const written = shape && verticesOf(shape) <= extensionLimits.featureVertices && geometryToGeoJson(shape);
    const attributes = feature.attributes as ExtensionFeature['attributes'];
    return [{ id, attributes: { ...attributes }, ...(written && { geometry: written }) }];
  });
}

function verticesOf({ points = [], paths = [], rings = [] }: Record<string, unknown[]>): number {
  const parts = [...paths, ...rings] as unknown[][];
  return points.length + parts.reduce((sum, part) => sum + part.length, 0);
}

/**
 * A condition of the caller is the likely cause of a refused query, but not of a lost connection or an ended
 * session.
 */
function queryError(where: string, cause: unknown): MappingError {
  const error = sdkError(cause, 'layer:failed');
  if (!where || error.id !== 'layer:failed') return error;
  return new MappingError('select:bad-condition', 'The layer does not accept the condition.', {
    status: 400,
    cause,
  });
}

function graphicOf({ geometry, properties }: ExtensionGraphic, fallback: string): Graphic {
  const color = properties.color ?? fallback;
  const spatialReference = { wkid: 4326 };
  if (geometry.type === 'Point') {
    const [longitude, latitude] = geometry.coordinates;
    return new Graphic({
      geometry: new Point({ longitude, latitude }),
      symbol: new SimpleMarkerSymbol({ color, size: 13, outline: { color: 'white', width: 1.5 } }),
    });
  }
  if (geometry.type === 'LineString')
    return new Graphic({
      geometry: { type: 'polyline', paths: [geometry.coordinates], spatialReference },
      symbol: new SimpleLineSymbol({ color, width: 3 }),
    });
  return new Graphic({
    geometry: { type: 'polygon', rings: geometry.coordinates, spatialReference },
    symbol: new SimpleFillSymbol({ color: `${color}40`, outline: { color, width: 2 } }),
  });
}
