import { createContext, useContext } from 'react';

/** Which map the viewer shows, and how another state of it takes its place. */
export interface OpenMap {
  /** A new map, a map of the portal, or a shared map of ours. */
  kind: 'new' | 'web-map' | 'shared-map';
  /** The item’s id, or the shared map’s; empty for a new map. */
  id: string;
  /**
   * Opens other work in place of what is open: a draft, or an earlier version.
   *
   * @param next the work to open
   * @param left the work that was open, and whether the portal has it; undoing brings it back
   */
  reopen(next: PieceOfWork, left?: PieceOfWork & { saved: boolean }): void;
}

/** A map as someone works on it. */
export interface PieceOfWork {
  /** JSON of the web map specification. */
  document: object;
  /** The item’s `modified` this work began from; undefined: the present one. */
  since?: number | undefined;
}

/** Filled by the map viewer. */
export const OpenMapContext = createContext<OpenMap | undefined>(undefined);

/** The map the viewer shows. Using it outside of a viewer is an error. */
export function useOpenMap(): OpenMap {
  const value = useContext(OpenMapContext);
  if (!value) throw new Error('useOpenMap() is used outside of a map viewer.');
  return value;
}
