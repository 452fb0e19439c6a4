import { type RefObject, useEffect } from 'react';
import { useLanguage } from '../../../i18n/index.ts';

/** Where notices are shown (`MuiSnackbar` in `web/ui/theme.ts`): distances of the map from the edges of the window. */
const variables = { start: '--notice-start', end: '--notice-end', bottom: '--notice-bottom' } as const;

/** Keeps notices over the map: elsewhere they would cover the buttons of panels, sheets, tables and drawers. */
export function useNoticesOverMap(map: RefObject<HTMLElement | null>): void {
  const { direction } = useLanguage();
  useEffect(() => {
    const element = map.current;
    if (!element) return undefined;
    const page = document.documentElement;
    const place = () => {
      const box = element.getBoundingClientRect();
      const sides = [box.left, page.clientWidth - box.right];
      const [start = 0, end = 0] = direction === 'rtl' ? sides.toReversed() : sides;
      const distances = { start, end, bottom: page.clientHeight - box.bottom };
      for (const side of ['start', 'end', 'bottom'] as const)
        page.style.setProperty(variables[side], `${Math.round(distances[side])}px`);
    };
    // What opens or closes around the map changes its size.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => {
      observer.disconnect();
      for (const name of Object.values(variables)) page.style.removeProperty(name);
    };
  }, [map, direction]);
}
