import { useState } from 'react';

/** A boolean preference, stored on this device under the key. */
export function useStoredChoice(key: string, usual: boolean): [boolean, (choice: boolean) => void] {
  return useStored(key, {
    read: (stored) => (stored === null ? usual : stored === 'yes'),
    write: (choice) => (choice ? 'yes' : 'no'),
  });
}

/** A short text, stored on this device under the key. */
export function useStoredText(key: string): [string, (text: string) => void] {
  return useStored(key, { read: (stored) => stored ?? '', write: (text) => text });
}

/** Pixels, or hundredths of the window, as defined by the caller. */
export interface SizeBounds {
  least: number;
  usual: number;
  most: number;
}

/** A size chosen by the user, within its bounds and stored on this device under the key. */
export function useStoredSize(key: string, bounds: SizeBounds): [number, (size: number) => void] {
  const [size, change] = useStored(key, {
    read: (stored) => within(bounds, Number(stored) || bounds.usual),
    write: String,
  });
  return [size, (next) => change(within(bounds, next))];
}

interface Stored<Value> {
  read: (stored: string | null) => Value;
  write: (value: Value) => string;
}

function useStored<Value>(key: string, { read, write }: Stored<Value>): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(localStorage.getItem(key)));
  const change = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(key, write(next));
    } catch {
      // If storage is full, the value lasts as long as the page.
    }
  };
  return [value, change];
}

function within({ least, usual, most }: SizeBounds, size: number): number {
  return Number.isFinite(size) ? Math.round(Math.max(least, Math.min(most, size))) : usual;
}
