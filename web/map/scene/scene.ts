import { trackedWork } from '../document/map-work.ts';
import type { WebMapJson } from '../document/web-map-json.ts';
import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';
import { createStore, type Store, type WritableStore } from '../../store.ts';
import { type Height, savedHeights } from './heights.ts';

/** A layer of areas that can be drawn as blocks. */
export interface BlockLayer {
  id: string;
  title: string;
  /** Its numeric fields. */
  fields: readonly { name: string; title: string }[];
  /** Undefined while its areas lie on the ground. */
  height: Height | undefined;
}

export interface SceneState {
  status: 'opening' | 'ready' | 'failed';
  /** Whether features, tiles or blocks of the present view are still being loaded or drawn. */
  drawing: boolean;
  /** Where the ground's heights come from: an elevation service, none, or one that could not be loaded. */
  ground: 'elevation' | 'flat' | 'failed';
  /** Degrees from looking straight down, 0 to 90. */
  tilt: number;
  blocks: readonly BlockLayer[];
  /** Titles of visible layers that cannot be drawn in 3D. */
  missing: readonly string[];
}

/** Tools of the SDK that measure in a scene. */
export type SceneTool = 'distance' | 'area' | 'profile';

/**
 * The map as a scene over the flat map, until it is closed. The flat map follows its viewpoint, and it
 * follows the flat map's.
 */
export interface SceneSession {
  readonly state: Store<SceneState>;
  /** Draws a layer's areas as blocks; undefined puts them on the ground. */
  setHeight(layerId: string, height: Height | undefined): void;
  setTilt(tilt: number): void;
  /** Mounts a tool in `host`; returns a function that removes it. */
  showTool(tool: SceneTool, host: HTMLElement): Promise<() => void>;
  /** The scene as a web scene document (web scene specification 1.x), with an image of it. */
  write(): Promise<{ document: object; picture: Blob | undefined }>;
  close(): void;
}

export interface SceneStart {
  /** The map as it is now. */
  read: () => Promise<WebMapJson>;
  /** Calls the listener after each change of the map; returns a function that unsubscribes. */
  onChange: (listener: () => void) => () => void;
  choices: SceneChoices;
  /** Name for screen readers. */
  label: string;
}

/** Choices of the user in the scene, stored while the map is open. */
interface SceneChoices {
  /** By layer id; undefined for a layer that was put on the ground. */
  heights: Map<string, Height | undefined>;
  /** Degrees; undefined before the first scene. */
  tilt: number | undefined;
}

const begin = loadCapability(async () => (await import('./scene-session.ts')).openScene);
const chosen = new WeakMap<MapModel, SceneChoices>();
const shown = new WeakMap<MapModel, WritableStore<SceneSession | undefined>>();

/** The scene that a map is shown as; undefined while it is flat. */
export function shownScene(model: MapModel): WritableStore<SceneSession | undefined> {
  const store = shown.get(model) ?? createStore<SceneSession | undefined>(undefined);
  shown.set(model, store);
  return store;
}

/**
 * Shows the map as a scene.
 * @param label name for screen readers
 * @throws MappingError `scene:unsupported` without WebGL 2
 */
export async function openScene(model: MapModel, label: string): Promise<SceneSession> {
  const work = await trackedWork(model);
  const choices = chosen.get(model) ?? { heights: savedHeights(work.source.scene?.data), tilt: undefined };
  chosen.set(model, choices);
  const session = await begin(model, {
    label,
    choices,
    read: () => work.read(),
    onChange: (listener) => work.state.subscribe(listener),
  });
  const store = shownScene(model);
  store.set(session);
  return {
    ...session,
    close() {
      if (store.get() === session) store.set(undefined);
      session.close();
    },
  };
}
