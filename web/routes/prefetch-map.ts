let begun = false;

/** Preloads the map viewer's code when the user is about to open a map. Once; after a failure it can be tried again. */
export function prefetchMap(): void {
  if (begun) return;
  begun = true;
  import('./map.tsx').catch(() => {
    begun = false;
  });
}
