import type { SvgIconComponent } from '@mui/icons-material';
import type { TFunction } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type { MapState } from '../../../map/map-state.ts';
import type { MessageKey } from '../../../i18n/index.ts';

/** A tool of the sidebar: one icon in the rail, one panel. Features define theirs as constants; the page lists them. */
export interface ViewerTool {
  /** Used in links (`#tool=layers`): lower-case letters, digits and hyphens. */
  id: string;
  /** Its name in the message catalogue; absent for one that an administrator named. */
  title?: MessageKey;
  /** Its name as an administrator wrote it. */
  name?: string;
  Icon: SvgIconComponent;
  /** Loads the panel's content when the tool is first opened. */
  load: () => Promise<ComponentType>;
  /** Whether it has no icon in the rail, because a button elsewhere opens it. */
  offRail?: boolean;
  /** Whether it is not listed for visitors, who are not signed in. A link or a button can still open it. */
  membersOnly?: boolean;
  /** Whether it takes the clicks on the map: they are held while its panel loads. */
  takesClicks?: boolean;
  /** Whether it works only on the flat map, or only in 3D; default: in both. */
  only?: 'flat' | 'scene';
  /** Whether the tool is available for the open map; default: always. */
  offered?: (state: MapState) => boolean;
}

/** The name of a tool in the user's language. */
export function toolName(t: TFunction, { title, name = '' }: Pick<ViewerTool, 'title' | 'name'>): string {
  return title ? t(title) : name;
}

/** Slots of the viewer that the page fills with other features. All of them may use `useMapModel()`. */
export interface ViewerSlots {
  /** Wraps the whole viewer, inside the map's context: state that several of the others need. */
  Around?: ComponentType<{ children: ReactNode }>;
  /** The tools of the sidebar, in the order of the rail. */
  tools?: readonly ViewerTool[];
  /** Floating search, at the map's top left. */
  search?: ReactNode;
  /** Buttons for the whole map, at its top right. */
  actions?: ReactNode;
  /** Buttons above those for zooming. */
  controls?: ReactNode;
  /** Notices, below the search. */
  notes?: ReactNode;
  /** Other content over the map, or invisible components. */
  overlay?: ReactNode;
  /** Below the map, reducing its height. */
  below?: ReactNode;
  /** Beside the map, below it on phones. */
  beside?: ReactNode;
}
