import { createContext, useContext, useEffect } from 'react';
import { useMatch, useSearchParams } from 'react-router';

/** How a page controls its frame: the header and the browser tab. */
export interface PageFrame {
  /** Shows a title in the header and the tab; undefined restores the organisation's own. */
  setTitle(title: string | undefined): void;
  /** Names the page in the tab, before the title of the header; undefined for the organisation's home. */
  setName(name: string | undefined): void;
  /** Declares that the page has a sidebar, so that the header shows its toggle. */
  setHasSidebar(has: boolean): void;
}

/** Filled by the main layout in `web/app`. */
export const PageFrameContext = createContext<PageFrame>({
  setTitle: () => {},
  setName: () => {},
  setHasSidebar: () => {},
});

/**
 * Shows a brief notice, whatever page is open: for what becomes known after its page was left. Filled by the
 * router in `web/app`.
 */
export const NoticeContext = createContext<(text: string) => void>(() => {});

/**
 * Puts the title of what is open, such as a map's, into the header and the browser's tab while the component
 * is shown.
 */
export function usePageTitle(title: string | undefined): void {
  const { setTitle } = useContext(PageFrameContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [setTitle, title]);
}

/** Names the page in the browser's tab, so that tabs and history tell pages apart; the header keeps the organisation's title. */
export function usePageName(name: string | undefined): void {
  const { setName } = useContext(PageFrameContext);
  useEffect(() => {
    setName(name);
    return () => setName(undefined);
  }, [setName, name]);
}

/**
 * Makes the header offer the sidebar toggle while the component is shown; its state is `sidebarOpen` of the context.
 * @param has whether the page currently has its sidebar; false if the map could not be opened
 */
export function usePageSidebar(has = true): void {
  const { setHasSidebar } = useContext(PageFrameContext);
  useEffect(() => {
    setHasSidebar(has);
    return () => setHasSidebar(false);
  }, [setHasSidebar, has]);
}

/** Whether the address is that of a map. */
export function useMapPath(): boolean {
  return useMatch('/:org/map/*') !== null;
}

/** Whether the map is shown as a presentation (`?view=present`): without tools and search. */
export function usePresenting(): boolean {
  const [parameters] = useSearchParams();
  return parameters.get('view') === 'present';
}

/** Whether the address is that of a page with a sidebar: of a map, unless it is presented. */
export function useSidebarPath(): boolean {
  const isMap = useMapPath();
  const presenting = usePresenting();
  return isMap && !presenting;
}

/**
 * Whether the page is a shared map embedded in another page (`/map/sid/{sid}?embed`): only the map, without header and
 * tools. No other URL can be embedded (server/platform/http/security-headers.ts).
 */
export function useEmbedded(): boolean {
  const [parameters] = useSearchParams();
  const shared = useMatch('/:org/map/sid/:sid');
  return shared !== null && parameters.has('embed');
}
