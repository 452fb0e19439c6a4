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
  /** By their names. */
  sources: ReadonlyMap<string, CommandSource>;
  /** Sets the commands of a source; undefined removes it. */
  register(name: string, source: CommandSource | undefined): void;
}

const none: Commands = {
  open: false,
  setOpen: () => {},
  text: '',
  setText: () => {},
  holdField: () => {},
  sources: new Map(),
  register: () => {},
};

/** Provided by `CommandsProvider`. Without it, as in an embedded map, there is no palette. */
export const CommandsContext = createContext<Commands>(none);

export function useCommands(): Commands {
  return useContext(CommandsContext);
}

/** Registers a source of commands while the component is mounted. The source must be referentially stable. */
export function useRegisterCommands(name: string, source: CommandSource): void {
  const { register } = useCommands();
  useEffect(() => {
    register(name, source);
    return () => register(name, undefined);
  }, [register, name, source]);
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

/** The commands that one source currently has for the palette. */
export interface CommandSource {
  commands: readonly Command[];
  /** Whether more results may follow. */
  searching?: boolean;
  /** Sources that could not be searched, in the user's language. */
  failure?: string;
  /** Sources that cannot be searched, shown when nothing matches. */
  unavailable?: string;
}
