import type MapView from '@arcgis/core/views/MapView.js';
import type { Appearance } from '../map-model.ts';
import { setLanguage } from './locale.ts';

/**
 * Dresses the SDK's pieces: Calcite's light or dark mode and the direction of writing. The colours come from the theme's
 * CSS variables (map.css).
 */
export function applyAppearance(view: MapView, { scheme, language, direction }: Appearance): void {
  setLanguage(language);
  const host = view.container;
  if (!(host instanceof HTMLElement)) return;
  host.dir = direction;
  applyTheme(host, scheme);
}

/** Calcite reads its mode from the nearest of these classes. */
export function applyTheme(element: HTMLElement, scheme: Appearance['scheme']): void {
  element.classList.add('map-look');
  element.classList.toggle('calcite-mode-dark', scheme === 'dark');
  element.classList.toggle('calcite-mode-light', scheme === 'light');
}
