import { createContext, useContext, useEffect } from 'react';
import type { Offer } from './command.ts';

/** What the palette and its sources share. */
export interface Commands {
  open: boolean;
  setOpen(open: boolean): void;
  /** What is typed into the palette. */
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

/** Filled by `CommandsProvider`. Where there is none, as in an embedded map, there is no palette. */
export const CommandsContext = createContext<Commands>(none);

export function useCommands(): Commands {
  return useContext(CommandsContext);
}

/** Keeps a source's offer in the palette while the component is shown. The offer must be stable while nothing changes. */
export function useOffer(source: string, offer: Offer): void {
  const { publish } = useCommands();
  useEffect(() => {
    publish(source, offer);
    return () => publish(source, undefined);
  }, [publish, source, offer]);
}
