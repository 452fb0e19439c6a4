import { useState } from 'react';

const key = 'mapping.table.height';

/** Pixels the table may be high. */
export const dockHeights = { least: 160, usual: 280, most: 720 } as const;

/** How high the table is, remembered on this device. */
export function useDockHeight(): [number, (height: number) => void] {
  const [height, setHeight] = useState(() => within(Number(localStorage.getItem(key)) || dockHeights.usual));
  const change = (next: number) => {
    setHeight(within(next));
    localStorage.setItem(key, String(within(next)));
  };
  return [height, change];
}

/** The map keeps at least a third of the window. */
function within(height: number): number {
  return Math.round(
    Math.max(dockHeights.least, Math.min(dockHeights.most, height, window.innerHeight * 0.6)),
  );
}
