import type { Palette } from './palette.ts';
import { byZoom, kindIs, sourceName, type StyleLayer } from './style-layer.ts';

/** Country borders with a soft edge. */
export function borders(p: Palette): StyleLayer[] {
  const base = {
    type: 'line' as const,
    source: sourceName,
    'source-layer': 'boundaries',
    filter: kindIs('country'),
  };
  return [
    {
      ...base,
      id: 'border-halo',
      minzoom: 3,
      paint: { 'line-color': p.borderHalo, 'line-width': byZoom(1, [3, 2], [8, 4]), 'line-opacity': 0.7 },
    },
    {
      ...base,
      id: 'border',
      paint: { 'line-color': p.border, 'line-width': byZoom(1, [1, 0.5], [5, 1], [10, 1.6]) },
    },
  ];
}
