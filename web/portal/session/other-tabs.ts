import { parseSavedSession, type SavedSession } from './saved-session.ts';

/**
 * Calls `changed` with the sign-in of this browser when another tab stores or removes it, and when the
 * browser shows the page again from its history, where it missed such events. Undefined: none.
 */
export function watchStoredSession(
  page: Window,
  key: () => string,
  changed: (saved: SavedSession | undefined) => void,
): void {
  page.addEventListener('storage', (event) => {
    if (event.storageArea !== page.localStorage || (event.key !== key() && event.key !== null)) return;
    changed(parseSavedSession(event.key === null ? null : event.newValue));
  });
  page.addEventListener('pageshow', (event) => {
    if (event.persisted) changed(parseSavedSession(page.localStorage.getItem(key())));
  });
}
