import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '../store.ts';

/** A part of a tool, such as one of the analyses. */
interface AskedPart {
  tool: string;
  part: string;
}

const askedPart = createStore<AskedPart | undefined>(undefined);

/** Asks a tool for one of its parts. The tool shows it when its panel is ready. */
export function askForPart(tool: string, part: string): void {
  askedPart.set({ tool, part });
}

/** Calls a tool's panel with the part that it was asked for, once. */
export function useAskedPart(tool: string, show: (part: string) => void): void {
  const asked = useStore(askedPart);
  const showNow = useEffectEvent(show);
  useEffect(() => {
    if (asked?.tool !== tool) return;
    askedPart.set(undefined);
    showNow(asked.part);
  }, [tool, asked]);
}
