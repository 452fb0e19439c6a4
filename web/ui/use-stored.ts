import { useState } from 'react';

/** A boolean preference, stored on this device under the key. */
export function useKeptChoice(key: string, usual: boolean): [boolean, (choice: boolean) => void] {
  const [choice, setChoice] = useState(() => {
    const kept = localStorage.getItem(key);
    return kept === null ? usual : kept === 'yes';
  });
  const change = (next: boolean) => {
    setChoice(next);
    try {
      localStorage.setItem(key, next ? 'yes' : 'no');
    } catch {
      // If storage is full, only the stored choice is lost.
    }
  };
  return [choice, change];
}

/** A short text, stored on this device under the key. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '');
  const change = (next: string) => {
    setText(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // If storage is full, only the stored text is lost.
    }
  };
  return [text, change];
}

/** Pixels, or hundredths of the window, as defined by the caller. */
export interface SizeBounds {
  least: number;
  usual: number;
  most: number;
}

/** A size chosen by the user, within its bounds and stored on this device under the key. */
export function useKeptSize(key: string, bounds: SizeBounds): [number, (size: number) => void] {
  const [size, setSize] = useState(() => within(bounds, Number(localStorage.getItem(key)) || bounds.usual));
  const change = (next: number) => {
    setSize(within(bounds, next));
    try {
      localStorage.setItem(key, String(within(bounds, next)));
    } catch {
      // If storage is full, only the stored size is lost.
    }
  };
  return [size, change];
}

function within({ least, usual, most }: SizeBounds, size: number): number {
  return Number.isFinite(size) ? Math.round(Math.max(least, Math.min(most, size))) : usual;
}
