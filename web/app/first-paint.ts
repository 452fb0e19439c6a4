/**
 * Runs before anything is drawn, from the head of the page: sets the colour scheme, so that nobody is blinded for a
 * moment, and asks for the organisation's config while the application itself is still on its way.
 *
 * The build makes a classic script of it, so it imports nothing and exports nothing at run time; the names it shares
 * with the application (ui/theme.ts) are kept in step by a test.
 */
{
  const page = document.documentElement;
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('mapping.theme');
  } catch {
    // Storage is forbidden: the system's preference rules.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-theme', dark ? 'dark' : 'light');

  const org = location.pathname.split('/')[1];
  if (org) {
    const early = document.createElement('link');
    early.rel = 'preload';
    early.as = 'fetch';
    early.crossOrigin = 'anonymous';
    early.href = `${import.meta.env.VITE_API_BASE_URL || '/api'}/${org}/config`;
    document.head.append(early);
  }
}

// A module to the type checker, so that its names stay its own.
export type {};
