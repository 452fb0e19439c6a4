import type { MapPlace } from '../../wire/url-state.ts';

/** A portal as the map uses it. `PortalConnection` of `web/portal` fits. */
export interface MapPortal {
  /** Address without `/sharing/rest`. */
  readonly url: string;
  readonly restUrl: string;
  readonly session: MapSession;
}

/** Who is signed in, for the SDK's identity manager. */
export interface MapSession {
  readonly credential: { server: string; token: string; expires: number; userId: string } | undefined;
  subscribe(listener: () => void): () => void;
  /** Replaces a token that no longer serves; empty when the sign-in is over. */
  renew(expiredToken: string): Promise<string>;
}

/** A web map, asked for while the SDK was still loading. */
export interface WebMapSource {
  /** The item it is, with the answer of `content/items/{id}`; undefined for a map that is no item, such as a shared one. */
  item: { id: string; answer: unknown } | undefined;
  /** Its JSON (web map specification): the answer of `content/items/{id}/data`. */
  data: unknown;
}

/** JSON on its way, as bytes, by address without query string; undefined when the SDK had better ask by itself. */
export type PrefetchedAnswers = ReadonlyMap<string, Promise<ArrayBuffer | undefined>>;

/** Address of a vector tile service or style for each theme; empty: the portal’s default basemap. */
export interface BasemapPair {
  light: string;
  dark: string;
}

/** What to open, where to look first, and through which portal. */
export interface MapSource {
  portal: MapPortal;
  /** The answer of `portals/self`, asked once for the whole page; undefined lets the SDK ask. */
  portalSelf: unknown;
  /** The web map to open; for a new map, the one to begin with. */
  webMap: WebMapSource | undefined;
  /**
   * Given when `webMap.data` is work that its portal does not have yet, such as a draft that was taken up again; `since` is
   * the item's `modified` it began from, when it was another one than the present.
   */
  unsaved?: { since: number | undefined };
  /** Ways to the work that was open in this one's place before, and to the one that takes its place again. */
  turns?: { undo?: () => void; redo?: () => void };
  /** What the map's layers will ask for first, asked for while the SDK was still loading. */
  early?: PrefetchedAnswers;
  basemap: BasemapPair;
  /** Where a map without a view of its own looks: west, south, east, north in degrees. */
  extent: readonly [number, number, number, number] | undefined;
  /** Where the link says to look. */
  place: MapPlace | undefined;
}
