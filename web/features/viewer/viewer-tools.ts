import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType, ReactNode } from 'react';

/** A tool of the sidebar: one icon of the rail, one panel. */
export interface ViewerTool {
  /** Stands in links (`#tool=layers`): lower-case letters, digits and hyphens. */
  id: string;
  /** Already in the person's language. */
  title: string;
  Icon: SvgIconComponent;
  /** Fills the panel while the tool is open. */
  Panel: ComponentType;
}

/** Places in the viewer that the page fills with other features. */
export interface ViewerSlots {
  /** Tools after the viewer's own. */
  tools?: readonly ViewerTool[];
  /** Floating search, at the map's top left. */
  search?: ReactNode;
  /** Anything else that lies over the map. */
  overlay?: ReactNode;
}
