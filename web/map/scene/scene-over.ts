import type Layer from '@arcgis/core/layers/Layer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type SceneView from '@arcgis/core/views/SceneView.js';
import type { PopupElement } from '../sdk/tools/popup-element.ts';
import { createStore, type WritableStore } from '../../store.ts';

/** The SDK's view of a map that is shown in 3D, for capabilities that draw on it and receive its clicks. */
export interface SceneOver {
  readonly view: SceneView;
  /**
   * Adds a layer that is not part of the map; it stays when the scene is made again. Returns a function that
   * removes it.
   */
  add(layer: Layer): () => void;
  /** Calls `use` with the scene's popup once it is loaded; returns a function that unsubscribes. */
  onPopup(use: (popup: PopupElement) => void): () => void;
}

const scenes = new WeakMap<MapView, WritableStore<SceneOver | undefined>>();

/** The scene over a flat map; undefined while there is none. */
export function sceneOver(flat: MapView): WritableStore<SceneOver | undefined> {
  const store = scenes.get(flat) ?? createStore<SceneOver | undefined>(undefined);
  scenes.set(flat, store);
  return store;
}

/**
 * Calls `use` whenever a map is shown in 3D, and the function it returns when the scene is closed, or with
 * the returned function.
 */
export function whileInScene(flat: MapView, use: (scene: SceneOver) => () => void): () => void {
  const store = sceneOver(flat);
  let end = () => {};
  const follow = () => {
    end();
    const scene = store.get();
    end = scene ? use(scene) : () => {};
  };
  follow();
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    end();
    end = () => {};
  };
}
