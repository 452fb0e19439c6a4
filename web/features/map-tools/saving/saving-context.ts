import { createContext, useContext } from 'react';
import type { WorkState } from '../../../map/document/map-work.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import type { SharingLevel } from '../../../portal/capabilities.ts';

/** Options for saving a map as a new one. */
export interface SaveDetails {
  title: string;
  snippet: string;
  tags: string[];
  /** Id of one of the user's folders; empty: the root. */
  folder: string;
  level: SharingLevel;
  /** Whether the current view becomes the initial view. */
  startHere: boolean;
}

export type SaveStatus = 'idle' | 'saving' | 'saved';

/** Saving the open map, for the components of this feature. */
export interface Saving {
  /** Whether the map is ready to be saved: not while the item of a new map, just saved, is loading. */
  ready: boolean;
  work: WorkState;
  /** The open map's item, as last saved; undefined for new and shared maps. */
  item: PortalItem | undefined;
  /** Whether the user may overwrite the item. */
  mayOverwrite: boolean;
  status: SaveStatus;
  /** Why the last save failed. */
  problem: Error | undefined;
  /** How often the open map was saved since it was opened. */
  saves: number;
  /** Whether the last save could not store a version in the map's history. */
  withoutHistory: boolean;
  /** Whether the unsaved changes are stored on this device. */
  kept: boolean;
  /** Overwrites the item; resolves with whether it succeeded. */
  save(options?: { overwrite?: boolean; startHere?: boolean }): Promise<boolean>;
  saveAs(details: SaveDetails): Promise<boolean>;
  /** Continues without the work and deletes its draft. */
  discard(): Promise<void>;
  /** Opens the portal's current version; the work stays as a draft. */
  showTheirs(): Promise<void>;
}

export const SavingContext = createContext<Saving | undefined>(undefined);

export function useSaving(): Saving {
  const value = useContext(SavingContext);
  if (!value) throw new Error('useSaving() is used outside of the map viewer.');
  return value;
}
