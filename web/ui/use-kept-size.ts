import { useState } from 'react';

/** Pixels, or hundredths of the window, as the place that uses it says. */
export interface SizeBounds {
  least: number;
  usual: number;
  most: number;
}

/** A size the person chose, within its bounds and remembered on this device under the key. */
export function useKeptSize(key: string, bounds: SizeBounds): [number, (size: number) => void] {
  const [size, setSize] = useState(() => within(bounds, Number(localStorage.getItem(key)) || bounds.usual));
  const change = (next: number) => {
    setSize(within(bounds, next));
    try {
      localStorage.setItem(key, String(within(bounds, next)));
    } catch {
      // A full storage costs the memory, nothing else.
    }
  };
  return [size, change];
}

function within({ least, usual, most }: SizeBounds, size: number): number {
  return Number.isFinite(size) ? Math.round(Math.max(least, Math.min(most, size))) : usual;
}
