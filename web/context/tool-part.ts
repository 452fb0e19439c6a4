import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** A part of a tool, such as one of the analyses. */
interface AskedPart {
  tool: string;
  part: string;
}

const listeners = new Set<() => void>();
let asked: AskedPart | undefined;

function set(next: AskedPart | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks a tool for one of its parts. The tool shows it when its panel is ready. */
export function askForPart(tool: string, part: string): void {
  set({ tool, part });
}

/** Calls a tool's panel with the part that it was asked for, once. */
export function useAskedPart(tool: string, show: (part: string) => void): void {
  const now = useSyncExternalStore(subscribe, () => (asked?.tool === tool ? asked : undefined));
  const showNow = useEffectEvent(show);
  useEffect(() => {
    if (!now) return;
    set(undefined);
    showNow(now.part);
  }, [now]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
