import type { FeatureChange } from '../../../wire/waiting-changes.ts';
import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';

/** Where edits wait for a connection; provided by whoever opens the Edit tool. */
export interface EditQueue {
  /**
   * Stores the change of a feature on the device; what waits of the same feature is merged with it.
   * @param isTried whether a request was sent that may have arrived
   */
  add(change: FeatureChange, isTried: boolean): Promise<void>;
  /** The change of a feature that waits. */
  find(url: string, objectId: number): Promise<FeatureChange | undefined>;
}

/** A feature whose change waits, as the map shows it. */
export interface WaitingFeature {
  id: string;
  /** Of its layer. */
  url: string;
  kind: FeatureChange['kind'];
  /** In ArcGIS JSON. */
  geometry: object | null;
}

/** The features of a map that wait, above their layers, which show what the services have. */
export interface WaitingFeatures {
  /** Whether the map has a layer with this address. */
  has(url: string): boolean;
  /** Draws those whose layers the map has. */
  draw(features: readonly WaitingFeature[]): void;
  /** Moves the map to a feature. */
  show(id: string): void;
  /** Loads the layers again that have this address: a change of theirs was sent. */
  refresh(url: string): void;
  close(): void;
}

/** Moves the keyboard focus to the map, once nothing above it is left of what waits. */
export function focusMap(model: MapModel): void {
  model.withInternals(({ view }) => view.focus());
}

export const openWaitingFeatures = loadCapability(
  async () => (await import('./draw-waiting.ts')).openWaitingFeatures,
);
