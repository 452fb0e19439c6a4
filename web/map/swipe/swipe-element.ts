import type Layer from '@arcgis/core/layers/Layer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import '@arcgis/map-components/components/arcgis-swipe';
import type { MapInternals } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import '../sdk/tools/components.ts';
import { createStore } from '../../store.ts';
import type { Swipe } from './swipe.ts';

/** The SDK's swipe, as far as it is used here. */
interface SwipeElement extends HTMLElement {
  view: MapView;
  startLayers: { removeAll(): void; addMany(layers: Layer[]): void };
  direction: 'horizontal' | 'vertical';
  position: number;
  destroy(): Promise<void>;
}

export function startSwipe({ view, applyTheme, onLeave }: MapInternals): Swipe {
  const element = document.createElement('arcgis-swipe') as HTMLElement as SwipeElement;
  const removeTheme = applyTheme(element);
  element.view = view;
  view.ui.add(element, 'manual');
  const position = createStore(element.position);
  element.addEventListener('arcgisSwipeInput', () => position.set(element.position));
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    unregister();
    removeTheme();
    if (!view.destroyed) view.ui.remove(element);
    element.remove();
    void element.destroy();
  };
  const unregister = onLeave(close);
  return {
    setLayers(ids) {
      const layers = ids.map((id) => findLayer(view, id)?.layer).filter((layer) => layer !== undefined);
      element.startLayers.removeAll();
      element.startLayers.addMany(layers);
    },
    setDirection(direction) {
      element.direction = direction;
    },
    position,
    setPosition(next) {
      element.position = next;
      position.set(next);
    },
    close,
  };
}
