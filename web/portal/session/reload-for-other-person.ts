/** Milliseconds within which unsaved work must be stored; then the page is loaded again without it. */
const storeWithin = 5000;

/** Where a tab records that its session has ended elsewhere, so that the reloaded page can report it. */
const endedKey = 'mapping.session-ended';

/**
 * Loads the page again when another person uses this browser, or its user has signed out in another tab, so
 * that nothing that was loaded for its user stays on the screen. Never throws.
 * @param keepWork stores the unsaved work of the page's user
 */
export async function reloadForOtherPerson(page: Window, keepWork: () => Promise<void>): Promise<void> {
  // Forms ask before they are lost, but whoever answers may be another person than the one who filled them in.
  page.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  const late = new Promise<void>((resolve) => page.setTimeout(resolve, storeWithin));
  await Promise.race([keepWork().catch(() => {}), late]);
  try {
    page.sessionStorage.setItem(endedKey, 'yes');
  } catch {
    // Without session storage there is no notice.
  }
  page.location.reload();
}

/** Whether the page was loaded again by `reloadForOtherPerson`; read once. */
export function takeEnded(page: Window): boolean {
  try {
    const ended = page.sessionStorage.getItem(endedKey) !== null;
    page.sessionStorage.removeItem(endedKey);
    return ended;
  } catch {
    return false;
  }
}
