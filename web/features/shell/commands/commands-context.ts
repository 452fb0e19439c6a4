import { createContext, useContext, useEffect } from 'react';
import type { Offer } from './command.ts';

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
