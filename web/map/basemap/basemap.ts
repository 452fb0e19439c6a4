import type { LayerChoice } from '../layers/make-layers.ts';
import { loadCapability } from '../load-capability.ts';
import type { Store } from '../../store.ts';

/**
 * The basemap: the organisation's basemap of the theme, always its light or dark one, none, or another
 * basemap.
 */
export type BasemapKind = 'theme' | 'light' | 'dark' | 'none' | 'other';

export interface BasemapState {
  kind: BasemapKind;
  title: string;
  /** Whether the organisation has a light and a dark basemap. */
  hasPair: boolean;
  /** Layers of the map that can become the basemap. */
  layers: readonly LayerChoice[];
}

/** The basemap, open for changes. Each is drawn at once, can be undone, and is saved with the map. */
export interface BasemapSession {
  readonly state: Store<BasemapState>;
  choose(kind: Exclude<BasemapKind, 'other'>): void;
  /** Moves a layer of the map below the others, as its basemap. */
  takeLayer(id: string): void;
  /**
   * Shows tiles or pictures of a service, or tiles by a template with `{z}`, `{x}` and `{y}`, as the basemap; not if
   * another basemap is chosen before the service responds.
   *
   * @throws MappingError `basemap:unsuitable`, `add:unknown-address`, `layer:coordinate-system`,
   *   `layer:failed` and others
   */
  takeAddress(address: string, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Opens the basemap of the map. */
export const openBasemap = loadCapability(async () => (await import('./basemap-session.ts')).openBasemap);
