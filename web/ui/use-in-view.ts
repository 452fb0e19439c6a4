import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/** Calls `onSeen` whenever the element of the returned ref comes within one screen of the viewport. */
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
