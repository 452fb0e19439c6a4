import type { SvgIconComponent } from '@mui/icons-material';
import { createContext, useContext, useEffect } from 'react';

/** State shared by the palette and its sources. */
export interface Commands {
  open: boolean;
  setOpen(open: boolean): void;
  /** The text typed into the palette. */
  text: string;
  setText(text: string): void;
  /** Receives the palette's text field when it is mounted, and null when it is removed. */
  holdField(field: HTMLInputElement | null): void;
  offers: ReadonlyMap<string, Offer>;
  /** Sets what a source offers; undefined removes it. */
  publish(source: string, offer: Offer | undefined): void;
}

const none: Commands = {
  open: false,
  setOpen: () => {},
  text: '',
  setText: () => {},
  holdField: () => {},
  offers: new Map(),
  publish: () => {},
};

/** Provided by `CommandsProvider`. Without it, as in an embedded map, there is no palette. */
export const CommandsContext = createContext<Commands>(none);

export function useCommands(): Commands {
  return useContext(CommandsContext);
}

/** Publishes a source's offer while the component is mounted. The offer must be referentially stable. */
export function useOffer(source: string, offer: Offer): void {
  const { publish } = useCommands();
  useEffect(() => {
    publish(source, offer);
    return () => publish(source, undefined);
  }, [publish, source, offer]);
}

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
