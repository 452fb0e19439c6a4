import { createContext, type ReactNode, useContext } from 'react';
import type { PortalItem } from '../portal/portal-types.ts';

/** The map in the viewer, and how to replace it with another state. */
export interface OpenMap {
  /** A new map, a portal's web map, or a shared map. */
  kind: 'new' | 'web-map' | 'shared-map';
  /** The item’s id, or the shared map’s; empty for a new map. */
  id: string;
  /** The web map’s item as opened or last saved; undefined for new and shared maps, and while it is loading. */
  item: PortalItem | undefined;
  /** Records the item after a save. With the item that its first save has created, a new map becomes that web map. */
  setItem(item: PortalItem): void;
  /** Identifies the viewer to navigations that keep it open (`KeepOpenState`). */
  viewerKey: string;
  /**
   * Opens other work in place of the current: a draft, or an earlier version.
   *
   * @param next the work to open
   * @param left the previous work, and whether the portal has it; undo restores it
   */
  reopen(next: PieceOfWork, left?: PieceOfWork & { saved: boolean }): void;
}

/** State of a navigation to the new address of the open map. */
export interface KeepOpenState {
  /** Key of the viewer that stays open. */
  keepsOpen: string;
}

/** Whether a navigation keeps a viewer open. */
export function keepsOpen({ state }: { state: unknown }, viewerKey: string): boolean {
  return (state as Partial<KeepOpenState> | null)?.keepsOpen === viewerKey;
}

/** A map as someone works on it. */
export interface PieceOfWork {
  /** JSON of the web map specification. */
  document: object;
  /** The item’s `modified` on which this work is based; undefined: the current one. */
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

/**
 * Opens a tool of the map viewer's sidebar by its id; the same tool again stays open.
 * @param begin begins other work in the tool, once the user agrees to leave unsaved work: also that of the same tool
 */
type OpenTool = (id: string, begin?: () => void) => void;

/** Filled by the map viewer. */
export const OpenToolContext = createContext<OpenTool>(() => {});

/** How a feature opens a tool of another, such as the table of a layer or the editor of a feature. */
export function useOpenTool(): OpenTool {
  return useContext(OpenToolContext);
}

/** Ids of the tools that the current user may find for the open map: in the rail, and in the command palette. */
type FoundTools = ReadonlySet<string>;

/** Filled by the map viewer, the only place that decides which tools are listed. */
export const FoundToolsContext = createContext<FoundTools>(new Set());

/** The tools to list, by their ids. */
export function useFoundTools(): FoundTools {
  return useContext(FoundToolsContext);
}

/** A tool of the sidebar, with its title in the user's language. */
export interface NamedTool {
  id: string;
  title: string;
}

/** All tools of the viewer, for choosing which of them readers get; filled by the map viewer. */
export const NamedToolsContext = createContext<readonly NamedTool[]>([]);

/** Renders the form of a layer as the Edit tool does; filled by the page, used where forms are designed. */
export const FormPreviewContext = createContext<((layerId: string) => ReactNode) | undefined>(undefined);
