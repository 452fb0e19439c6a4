/** What the reload needs of the page; tests give their own. */
export interface ReloadOptions {
  page: Window;
  /** Address of the script that runs now, as the page names it. */
  running: string | null | undefined;
  /** Stores unsaved work, so that it is open again afterwards. */
  keepWork: () => Promise<void>;
  reload: () => void;
}

/** Where a tab notes for which running script it has reloaded. */
const doneKey = 'mapping.reloaded-from';

/**
 * Loads the page anew when a part of the program cannot be loaded because the server has a newer version of it, whose parts
 * have other names. Once for each version: a part that is missing there too is an error like any other, and so is one that
 * could not be loaded for want of a connection.
 * @returns a function that stops it
 */
export function reloadAfterUpdate({ page, running, keepWork, reload }: ReloadOptions): () => void {
  let asking = false;
  const onFailure = async () => {
    if (!running || asking) return;
    asking = true;
    try {
      if (page.sessionStorage.getItem(doneKey) === running || !(await isOutdated(page, running))) return;
      page.sessionStorage.setItem(doneKey, running);
      await keepWork().catch(() => {});
      reload();
    } catch {
      // Without storage for the tab it could reload for ever, so it does not.
    } finally {
      asking = false;
    }
  };
  const listener = () => void onFailure();
  page.addEventListener('vite:preloadError', listener);
  return () => page.removeEventListener('vite:preloadError', listener);
}

/** Whether the page that the server gives now begins with another script. */
async function isOutdated(page: Window, running: string): Promise<boolean> {
  const answer = await page.fetch(page.location.pathname, {
    cache: 'no-store',
    headers: { accept: 'text/html' },
  });
  const html = answer.ok ? await answer.text() : '';
  return /<script[^>]+type="module"/.test(html) && !html.includes(running);
}
