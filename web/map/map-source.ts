import type { Dictionary } from '../../wire/map-translations.ts';
import type { MapPlace } from '../../wire/url-state.ts';

/** A portal as used by the map. `PortalConnection` of `web/portal` implements it. */
export interface MapPortal {
  /** URL without `/sharing/rest`. */
  readonly url: string;
  readonly restUrl: string;
  readonly session: MapSession;
}

/** The credential for the SDK's identity manager. */
export interface MapSession {
  readonly credential: { server: string; token: string; expires: number; userId: string } | undefined;
  subscribe(listener: () => void): () => void;
  /** Replaces an expired token; empty when the session has ended. */
  renew(expiredToken: string): Promise<string>;
}

/** A web map, requested while the SDK was loading. */
export interface WebMapSource {
  /** Its item, the response of `content/items/{id}`; undefined for a map without an item, such as a shared one. */
  item: { id: string; answer: unknown } | undefined;
  /** Its JSON (web map specification): the response of `content/items/{id}/data`. */
  data: unknown;
}

/** Pending JSON, as bytes, by URL without query string; undefined if the SDK should request it itself. */
export type PrefetchedAnswers = ReadonlyMap<string, Promise<ArrayBuffer | undefined>>;

/** URL of a vector tile service or style per theme; empty: the portal’s default basemap. */
export interface BasemapPair {
  light: string;
  dark: string;
}

/** The portal's item of a web scene, as far as it is used here. */
export interface SceneItem {
  id: string;
  owner: string;
  title: string;
  /** Has the translations of the title. */
  properties?: unknown;
  access: 'public' | 'org' | 'shared' | 'private';
  orgId?: string;
  modified: number;
  itemControl?: '' | 'admin' | 'update';
}

/** The map to open, its initial viewpoint, and the portal. */
export interface MapSource {
  portal: MapPortal;
  /** The response of `portals/self`, requested once per page; if undefined, the SDK requests it. */
  portalSelf: unknown;
  /** The web map to open; for a new map, its template. */
  webMap: WebMapSource | undefined;
  /** Texts of the map in the reader's language, by its own; only for users who cannot change the map. */
  dictionary?: Dictionary | undefined;
  /** The web scene that `webMap.data` is the flat form of, with its item; undefined for a web map. */
  scene?: { item: SceneItem; data: unknown } | undefined;
  /**
   * Present if `webMap.data` is unsaved work, such as a restored draft; `since` is the item's `modified` on which it is
   * based, if that is not the current one.
   */
  unsaved?: { since: number | undefined };
  /**
   * Navigation to the work that this one replaced, and to the one that replaces it on redo. `saved` is called
   * when the portal has stored this one, so that the others are unsaved.
   */
  turns?: { undo?: () => void; redo?: () => void; saved?: () => void };
  /** Resources that the map's layers request first, prefetched while the SDK was loading. */
  early?: PrefetchedAnswers;
  basemap: BasemapPair;
  /** Public API key for Esri's basemap styles; empty: the session's token is used. */
  basemapKey: string;
  /** URL of the elevation service of the ground in 3D; empty: the ground is flat. */
  elevation?: string;
  /** The initial extent of a map without its own: west, south, east, north in degrees. */
  extent: readonly [number, number, number, number] | undefined;
  /** The link's viewpoint. */
  place: MapPlace | undefined;
}
