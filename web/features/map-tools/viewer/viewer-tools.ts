import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType, ReactNode } from 'react';
import type { MapState } from '../../../map/map-state.ts';
import type { MessageKey } from '../../../i18n/index.ts';

/** A tool of the sidebar: one icon of the rail, one panel. Features describe theirs as a constant; the page lists them. */
export interface ViewerTool {
  /** Stands in links (`#tool=layers`): lower-case letters, digits and hyphens. */
  id: string;
  /** Its name in the message catalogue. */
  title: MessageKey;
  Icon: SvgIconComponent;
  /** Brings what fills the panel. Called when the tool is first opened, so that a tool costs nothing until then. */
  load: () => Promise<ComponentType>;
  /** Whether it has no icon in the rail, because a button elsewhere opens it. */
  offRail?: boolean;
  /** Whether the tool makes sense for the open map; always, when left out. */
  offered?: (state: MapState) => boolean;
}

/** Places in the viewer that the page fills with other features. All of them may use `useMapModel()`. */
export interface ViewerSlots {
  /** Stands around the whole viewer, inside of the map's reach: state that several of the others need. */
  Around?: ComponentType<{ children: ReactNode }>;
  /** The tools of the sidebar, in the order of the rail. */
  tools?: readonly ViewerTool[];
  /** Floating search, at the map's top left. */
  search?: ReactNode;
  /** Buttons for the whole map, at its top right. */
  actions?: ReactNode;
  /** What the person should know, below the search. */
  notes?: ReactNode;
  /** Anything else that lies over the map, or is not seen at all. */
  overlay?: ReactNode;
  /** Under the map, taking room from it. */
  below?: ReactNode;
}
