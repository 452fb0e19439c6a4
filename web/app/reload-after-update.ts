import { oncePerTab } from '../context/once-per-tab.ts';

/** What the reload needs of the page; tests pass their own. */
export interface ReloadOptions {
  page: Window;
  /** URL of the running script, as in the page. */
  running: string;
  /** Stores unsaved work, so that it is restored afterwards. */
  keepWork: () => Promise<void>;
  reload: () => void;
}

/** Where a tab records for which running scripts it has reloaded. */
const doneKey = 'mapping.reloaded-from';

/**
 * Reloads the page when a chunk cannot be loaded because the server has a newer version, whose chunks have other names.
 * Once per version: a chunk that is still missing is an ordinary error, and so is one that could not be loaded without
 * a connection.
 * @returns a function that stops it
 */
export function reloadAfterUpdate({ page, running, keepWork, reload }: ReloadOptions): () => void {
  let asking = false;
  const onFailure = async () => {
    if (asking) return;
    asking = true;
    try {
      if (!(await isOutdated(page, running)) || !oncePerTab(doneKey, running, page)) return;
      await keepWork().catch(() => {});
      reload();
    } catch {
      // The server cannot be reached: an ordinary error.
    } finally {
      asking = false;
    }
  };
  const listener = () => void onFailure();
  page.addEventListener('vite:preloadError', listener);
  return () => page.removeEventListener('vite:preloadError', listener);
}

/** Whether the server's current page preloads another script. */
async function isOutdated(page: Window, running: string): Promise<boolean> {
  const answer = await page.fetch(page.location.pathname, {
    cache: 'no-store',
    headers: { accept: 'text/html' },
  });
  const html = answer.ok ? await answer.text() : '';
  return html.includes('as="script"') && !html.includes(running);
}
