import { useState } from 'react';

const key = 'mapping.panel.width';

/** Pixels the panel of a tool may be wide (product.md, Look). */
export const panelWidths = { least: 300, usual: 360, most: 560 } as const;

/** How wide the panel is, remembered on this device. */
export function usePanelWidth(): [number, (width: number) => void] {
  const [width, setWidth] = useState(() => within(Number(localStorage.getItem(key)) || panelWidths.usual));
  const change = (next: number) => {
    setWidth(within(next));
    localStorage.setItem(key, String(within(next)));
  };
  return [width, change];
}

function within(width: number): number {
  return Math.round(Math.max(panelWidths.least, Math.min(panelWidths.most, width)));
}
