/** The store of pictures of maps that this browser has drawn for the members who are signed in. */
export const ownPictures = 'mapping-pictures';

/** The path below which the pictures of one portal's maps are stored; nothing is served there. */
export function ownPicturesOf(restUrl: string): string {
  return `/own-pictures/${encodeURIComponent(restUrl)}/`;
}

/**
 * Deletes those of one portal: nothing is left after a sign-out, while members of other portals remain signed in on other pages.
 * Browsers without secure storage have none.
 */
export async function forgetOwnPictures(restUrl: string): Promise<void> {
  // Opening a store would create it.
  if (!(await globalThis.caches?.has(ownPictures))) return;
  const cache = await caches.open(ownPictures);
  const stored = await cache.keys();
  const own = stored.filter(({ url }) => new URL(url).pathname.startsWith(ownPicturesOf(restUrl)));
  for (const picture of own) await cache.delete(picture);
  if (own.length === stored.length) await caches.delete(ownPictures);
}
