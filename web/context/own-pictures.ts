/** The store of pictures of maps that this browser has drawn, for its visitors and for the members who are signed in. */
export const ownPictures = 'mapping-pictures';

/**
 * Deletes those of the members of one portal: nothing is left after a sign-out, while members of other portals remain signed in
 * on other pages. Browsers without secure storage have none.
 *
 * @param org deletes all pictures of this organisation's maps instead, also those of visitors
 */
export async function forgetOwnPictures(restUrl: string, org?: string): Promise<void> {
  // Opening a store would create it.
  if (!(await globalThis.caches?.has(ownPictures))) return;
  const cache = await caches.open(ownPictures);
  const stored = await cache.keys();
  const forgotten = stored.filter(({ url }) => {
    // As `pathOf` writes it (own-picture-store.ts); a visitor has no name.
    const [, , portal, of, who] = new URL(url).pathname.split('/').map(decodeURIComponent);
    return portal === restUrl && (org ? of === org : who);
  });
  for (const picture of forgotten) await cache.delete(picture);
  if (forgotten.length === stored.length) await caches.delete(ownPictures);
}
