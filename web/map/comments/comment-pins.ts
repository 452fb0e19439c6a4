import type { Area, LinkedFeature } from '../../../wire/url-state.ts';
import { loadCapability } from '../load-capability.ts';

/** A conversation at a place. */
export interface CommentPin {
  id: string;
  latitude: number;
  longitude: number;
  /** Number of its comments. */
  count: number;
  /** Whether it is the open one. */
  leading: boolean;
}

/** The extent of another user's map. */
export interface OtherView {
  name: string;
  rectangle: Area;
  color: string;
}

export interface CommentScene {
  pins: readonly CommentPin[];
  views: readonly OtherView[];
  /** Colour of the pins. */
  color: string;
}

export interface PickedPlace {
  latitude: number;
  longitude: number;
}

/** A feature to comment on. */
export interface FoundFeature {
  /** The title of its popup; empty if it has none, or cannot be read. */
  title: string;
  /** Undefined if it cannot be read. */
  place: PickedPlace | undefined;
}

/** Comments drawn on a map, until they are closed. */
export interface CommentPins {
  draw(scene: CommentScene): void;
  /** Waits for a click on the map, or Enter for its centre; undefined after Escape, or when the signal aborts. */
  pick(signal: AbortSignal): Promise<PickedPlace | undefined>;
  find(feature: LinkedFeature): Promise<FoundFeature>;
  /** Shows a rectangle of the map. */
  show(rectangle: Area): void;
  close(): void;
}

/** Draws comments on a map; the function is called with the id of a clicked conversation. */
export const openCommentPins = loadCapability<[onPin: (id: string) => void], CommentPins>(
  async () => (await import('./draw-pins.ts')).drawPins,
);
