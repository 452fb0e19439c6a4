import { createContext, useContext } from 'react';
import type { WorkState } from '../../../map/document/map-work.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import type { ShareLevel } from '../../../portal/share-item.ts';

/** How a map is saved as a new one. */
export interface SaveDetails {
  title: string;
  snippet: string;
  tags: string[];
  /** Id of a folder of the person's; empty: the root. */
  folder: string;
  level: ShareLevel;
  /** Whether the map shall begin where it looks now. */
  startHere: boolean;
}

export type SaveStatus = 'idle' | 'saving' | 'saved';

/** Saving the open map, for the pieces of this feature. */
export interface Saving {
  /** Whether the map can be read for saving already. */
  ready: boolean;
  work: WorkState;
  /** The open map's item, as it was last saved; undefined for a new map and a shared one. */
  item: PortalItem | undefined;
  /** Whether the person may save over the item. */
  mayOverwrite: boolean;
  status: SaveStatus;
  /** Why the last save failed. */
  problem: Error | undefined;
  /** Whether the last save kept no version in the map's history. */
  withoutHistory: boolean;
  /** Whether the unsaved changes are kept on this device. */
  kept: boolean;
  /** Saves over the item; resolves with whether it worked. */
  save(options?: { overwrite?: boolean; startHere?: boolean }): Promise<boolean>;
  saveAs(details: SaveDetails): Promise<boolean>;
  /** Goes on without the work: its draft is dropped. */
  discard(): Promise<void>;
  /** Opens the map as the portal has it now; the work stays as a draft. */
  showTheirs(): Promise<void>;
}

export const SavingContext = createContext<Saving | undefined>(undefined);

export function useSaving(): Saving {
  const value = useContext(SavingContext);
  if (!value) throw new Error('useSaving() is used outside of the map viewer.');
  return value;
}
