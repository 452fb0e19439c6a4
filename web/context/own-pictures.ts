/** The store of pictures of maps that this browser has drawn for the member who is signed in. */
export const ownPictures = 'mapping-pictures';

/** Deletes all of them: nothing is left after a sign-out. Browsers without secure storage have none. */
export function forgetOwnPictures(): void {
  void globalThis.caches?.delete(ownPictures).catch(() => {});
}
