import type { SvgIconComponent } from '@mui/icons-material';

/** Groups of the palette, in the order shown before anything is typed. */
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

/** A command of the palette. */
export interface Command {
  /** Unique among all commands. */
  id: string;
  group: CommandGroup;
  title: string;
  /** Further search terms. */
  words?: string;
  Icon: SvgIconComponent;
  /** Whether it is the current choice, such as the active theme. */
  inUse?: boolean;
  /** Hidden until something is typed, because there are too many of its kind. */
  whenTyped?: boolean;
  /** Found by a server for the typed text, so it matches whatever its label is. */
  found?: boolean;
  run: () => void | Promise<void>;
}

/** What one source currently offers in the palette. */
export interface Offer {
  commands: readonly Command[];
  /** Whether more results may follow. */
  searching?: boolean;
  /** Sources that could not be searched, in the user's language. */
  failure?: string;
  /** Sources that cannot be searched, shown when nothing matches. */
  unavailable?: string;
}
