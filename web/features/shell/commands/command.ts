import type { SvgIconComponent } from '@mui/icons-material';

/** Groups of the palette, in the order they stand in while nothing is typed. */
export const commandGroups = [
  'tools',
  'layers',
  'bookmarks',
  'map',
  'places',
  'maps',
  'pages',
  'integrations',
  'settings',
  'account',
] as const;

export type CommandGroup = (typeof commandGroups)[number];

/** Something the palette can do. */
export interface Command {
  /** Unique among all commands. */
  id: string;
  group: CommandGroup;
  title: string;
  /** Other words it is found by. */
  words?: string;
  Icon: SvgIconComponent;
  /** Whether it is what is in use just now, such as the theme. */
  inUse?: boolean;
  /** Not shown before something is typed: there are too many of its kind. */
  whenTyped?: boolean;
  /** Found by a server for what was typed: it fits, whatever its words are. */
  found?: boolean;
  run: () => void | Promise<void>;
}

/** What one source has for the palette just now. */
export interface Offer {
  commands: readonly Command[];
  /** Whether more may come. */
  searching?: boolean;
  /** What could not be searched, in the person's language. */
  failure?: string;
  /** What cannot be searched at all, said when nothing else fits. */
  unavailable?: string;
}
