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
  let wideTools = false;
  let panel = 0;
  try {
    chosen = localStorage.getItem('mapping.theme');
    wideTools = localStorage.getItem('mapping.rail.labels') === 'yes';
    panel = Number(localStorage.getItem('mapping.panel.width'));
  } catch {
    // Storage is blocked: use the system's preference.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-theme', dark ? 'dark' : 'light');

  // The served picture of a map shows its own first view, beside the panel.
  if (panel > 0) page.style.setProperty('--panel', `${panel}px`);
  if (location.hash.length > 1 || wideTools) page.setAttribute('data-other-view', '');

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
}

// A module to the type checker, so that its names stay its own.
export type {};
