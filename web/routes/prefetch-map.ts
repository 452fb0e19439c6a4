let begun = false;

/** Fetches the map viewer's code ahead, when the person's hand is on a map already. Once; a failure does not matter. */
export function prefetchMap(): void {
  if (begun) return;
  begun = true;
  import('./map.tsx').catch(() => {
    begun = false;
  });
}
