import { useEffect, useState } from 'react';

/** Pixels of width beside the map; hundredths of the height as a sheet on phones. */
export interface DrawerSize {
  width: number;
  sheet: number;
}

export const sizeBounds = { width: [300, 1600], sheet: [25, 85] } as const;
const standard: DrawerSize = { width: 460, sheet: 48 };
const key = 'mapping.integrations.size';

/** How large the person made the drawer; remembered on this device. */
export function useDrawerSize() {
  const [size, setSize] = useState(() => readSize(localStorage.getItem(key)));
  useEffect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(size));
    } catch {
      // A full storage costs the memory, nothing else.
    }
  }, [size]);
  const change = (part: keyof DrawerSize, to: number) =>
    setSize((before) => ({ ...before, [part]: within(part, to) }));
  return { size, change };
}

/** What was kept, brought within the bounds. */
export function readSize(kept: string | null): DrawerSize {
  try {
    const { width, sheet } = (JSON.parse(kept ?? '{}') ?? {}) as Partial<DrawerSize>;
    return {
      width: within('width', width ?? standard.width),
      sheet: within('sheet', sheet ?? standard.sheet),
    };
  } catch {
    return standard;
  }
}

function within(part: keyof DrawerSize, value: number): number {
  const [least, most] = sizeBounds[part];
  return Number.isFinite(value) ? Math.round(Math.max(least, Math.min(most, value))) : standard[part];
}
