/** Where a tab stores the state under which work was saved before the page was reloaded. */
const key = 'mapping.reloaded';

export function saveReloadState(page: Window, state: string): void {
  try {
    page.sessionStorage.setItem(key, state);
  } catch {
    // Without session storage the work is offered instead of opened.
  }
}

/** The saved state, read once: the work of an earlier reload is not restored again. */
export function takeReloadState(page: Window): string | undefined {
  try {
    const state = page.sessionStorage.getItem(key) ?? undefined;
    page.sessionStorage.removeItem(key);
    return state;
  } catch {
    return undefined;
  }
}
