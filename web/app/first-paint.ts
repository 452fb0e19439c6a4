/**
 * Runs before the first paint, from the head of the page: sets the colour scheme, so that dark pages do not flash
 * white, and requests the organisation's config and a visitor's map while the application itself is still loading.
 *
 * The build turns it into a classic script, so it imports nothing and exports nothing at run time; the names it shares
 * with the application (ui/theme.ts) are kept in sync by a test.
 */
{
  const page = document.documentElement;
  let chosen: string | null = null;
  let namedTools = true;
  let panel = 0;
  try {
    chosen = localStorage.getItem('mapping.theme');
    namedTools = localStorage.getItem('mapping.rail.labels') !== 'no';
    panel = Number(localStorage.getItem('mapping.panel.width'));
  } catch {
    // Storage is blocked: use the system's preference.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-theme', dark ? 'dark' : 'light');

  /** Switches the scheme, as the application will find it; false once the application has read it, or cannot. */
  const switchScheme = (): boolean => {
    if (document.getElementById('root')?.hasChildNodes()) return false;
    const next = page.getAttribute('data-theme') === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('mapping.theme', next);
    } catch {
      return false;
    }
    page.setAttribute('data-theme', next);
    return true;
  };

  // The served picture of a map shows its own first view, beside the tools and the panel.
  if (!namedTools) page.style.setProperty('--tools', '48px');
  if (panel > 0) page.style.setProperty('--panel', `${panel}px`);
  if (location.hash.length > 1) page.setAttribute('data-other-view', '');

  const [, org = ''] = location.pathname.split('/');
  const fetchEarly = (rel: string, attributes: Partial<HTMLLinkElement>) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel, crossOrigin: 'anonymous', ...attributes }),
    );
  if (org)
    fetchEarly('preload', {
      as: 'fetch',
      href: `${import.meta.env.VITE_API_BASE_URL || '/api'}/${org}/config`,
    });
  // The server names what the map needs. Members request it with their token, so preloading it would be useless.
  let visitor = true;
  try {
    for (let index = 0; index < localStorage.length; index++)
      if (localStorage.key(index)?.startsWith('mapping.session:')) visitor = false;
  } catch {
    // Without storage there is no saved session.
  }
  if (visitor)
    for (const hint of document.querySelectorAll<HTMLMetaElement>('meta[name="visitor-data"]'))
      fetchEarly('preload', { as: 'fetch', href: hint.content });
  // Only the browser knows whether a user is signed in; the header drawn by the server has no place for their name.
  if (!visitor) page.setAttribute('data-member', '');

  // Until the application runs, the page shows a header drawn by the server. What is pressed there is noted for
  // web/context/early-input.ts: the shortcut of the command palette with the text typed after it, and the last click.
  const text = 'data-early-text';
  const isShell = () => document.getElementById('shell') !== null;
  addEventListener('keydown', (event) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));
    const typed = page.getAttribute(text);
    if (!isShell()) return;
    if (isK && ctrlKey !== metaKey && !altKey && !shiftKey) page.setAttribute(text, typed ?? '');
    else if (typed === null || ctrlKey || metaKey || altKey) return;
    else if (key === 'Escape') page.removeAttribute(text);
    else if (key === 'Backspace') page.setAttribute(text, typed.slice(0, -1));
    else if (key.length === 1) page.setAttribute(text, typed + key);
    else return;
    event.preventDefault();
  });
  addEventListener('click', ({ clientX: x, clientY: y, target }) => {
    // A link works by itself.
    if ((target as Element).closest('a')) return;
    const parts = document.querySelectorAll<HTMLElement>('#shell .bar [data-part]');
    const hit = [...parts].find((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      // Without a size it is not shown at this width.
      const isShown = right > left && getComputedStyle(part).visibility === 'visible';
      return isShown && x >= left && x <= right && y >= top && y <= bottom;
    });
    if (!hit) return;
    if (hit.dataset['part'] === 'scheme' && switchScheme()) return;
    page.setAttribute('data-early-click', `${x},${y}`);
  });
}

// A module to the type checker, so that its names stay its own.
export type {};
