import type Layer from '@arcgis/core/layers/Layer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import '@arcgis/map-components/components/arcgis-swipe';
import type { MapInside } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import '../sdk/tools/components.ts';
import type { Swipe } from './swipe-types.ts';

/** The SDK's swipe, as far as it is used here. */
interface SwipeElement extends HTMLElement {
  view: MapView;
  startLayers: { removeAll(): void; addMany(layers: Layer[]): void };
  direction: 'horizontal' | 'vertical';
  swipePosition: number;
  destroy(): Promise<void>;
}

export function startSwipe({ view, dress, onLeave }: MapInside): Swipe {
  const element = document.createElement('arcgis-swipe') as HTMLElement as SwipeElement;
  const undress = dress(element);
  element.view = view;
  view.ui.add(element, 'manual');
  let stopped = false;
  const stop = () => {
    if (stopped) return;
    stopped = true;
    undress();
    if (!view.destroyed) view.ui.remove(element);
    element.remove();
    void element.destroy();
  };
  onLeave(stop);
  return {
    setLayers(ids) {
      const layers = ids.map((id) => findLayer(view, id)?.layer).filter((layer) => layer !== undefined);
      element.startLayers.removeAll();
      element.startLayers.addMany(layers);
    },
    setDirection(direction) {
      element.direction = direction;
    },
    stop,
  };
}
