import { fromJSON } from '@arcgis/core/geometry/support/jsonUtils.js';
import Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import SimpleFillSymbol from '@arcgis/core/symbols/SimpleFillSymbol.js';
import SimpleLineSymbol from '@arcgis/core/symbols/SimpleLineSymbol.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import type { MapInternals } from '../map-model.ts';
import type { WaitingFeature, WaitingFeatures } from './edit-queue.ts';
import { addressOfLayer } from './feature-change.ts';

/** Orange for what will be there, red for what will be gone; the shape of the mark says the same. */
const colors = { add: '#d9730d', update: '#d9730d', delete: '#c62828' } as const;

/** Draws features that wait in a layer of their own, which is neither listed nor saved. */
export function openWaitingFeatures({ view, goToAll, onLeave }: MapInternals): WaitingFeatures {
  const layer = new GraphicsLayer({ listMode: 'hide' });
  view.map?.add(layer);
  const byId = new Map<string, Graphic>();
  const layersAt = (url: string) =>
    (view.map?.allLayers.toArray() ?? []).filter((each) => addressOfLayer(each as FeatureLayer) === url);
  const has = (url: string) => layersAt(url).length > 0;
  const close = () => {
    unregister();
    if (!view.destroyed) view.map?.remove(layer);
    layer.destroy();
  };
  const unregister = onLeave(close);
  return {
    has,
    draw(features) {
      byId.clear();
      for (const one of features) {
        const geometry = has(one.url) && one.geometry && fromJSON(one.geometry);
        if (geometry) byId.set(one.id, new Graphic({ geometry, symbol: symbolOf(one.kind, geometry.type) }));
      }
      layer.removeAll();
      layer.addMany([...byId.values()]);
    },
    show(id) {
      const geometry = byId.get(id)?.geometry;
      // Another move before the map is stationary is not an error.
      if (geometry?.type === 'point') void view.goTo({ target: geometry }).catch(() => {});
      else if (geometry?.extent) void goToAll(geometry.extent).catch(() => {});
    },
    refresh(url) {
      for (const each of layersAt(url)) (each as FeatureLayer).refresh();
    },
    close,
  };
}

function symbolOf(kind: WaitingFeature['kind'], shape: string): Graphic['symbol'] {
  const color = colors[kind];
  const line = new SimpleLineSymbol({
    color,
    width: 3,
    style: kind === 'delete' ? 'short-dot' : 'short-dash',
  });
  if (shape === 'polyline') return line;
  if (shape === 'polygon') return new SimpleFillSymbol({ color: [0, 0, 0, 0.08], outline: line });
  return new SimpleMarkerSymbol({
    style: kind === 'delete' ? 'x' : 'circle',
    size: kind === 'delete' ? 14 : 20,
    color: [255, 255, 255, 0.25],
    outline: { color, width: 3 },
  });
}
