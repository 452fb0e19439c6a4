import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type RefCallback, useCallback, useEffect, useRef } from 'react';
import { lowWindows } from './sizes.ts';

/** Whether the window is as narrow as a phone's: below the theme's `sm`. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 599.95px)', { noSsr: true });
}

/**
 * Whether the header has room for icons only, so that its title can be read: on tablets held upright, and in narrow
 * windows.
 */
export function useNarrowHeader(): boolean {
  return useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
}

/** Whether the window is so low that bars do not stay in sight (`lowWindows`). */
export function isLowWindow(): boolean {
  return matchMedia(lowWindows.replace('@media ', '')).matches;
}

/** Whether the window is so wide that names beside the icons of tools, instead of below, leave the map enough room. */
export function useRoomBesideIcons(): boolean {
  return useMediaQuery('(min-width: 1440px)', { noSsr: true });
}

/** Calls `onSeen` whenever the element of the returned ref comes within 400 pixels of the viewport. */
export function useInView(onSeen: () => void): RefCallback<Element> {
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  return useCallback((element: Element | null) => {
    if (!element) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: '400px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
}
