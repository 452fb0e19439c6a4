import { useSyncExternalStore } from 'react';

/** A tour of the open page, or what is new in this version. */
export type Guide = 'tour' | 'news';

/** The newest version with news (web/features/shell/guide/news.ts). */
export const newsVersion = '0.1.0';

const seenKeys = { tour: 'mapping.seen.tour', news: 'mapping.seen.news' } as const;
const listeners = new Set<() => void>();
let opened: Guide | undefined;

/** Opens a guide, which then counts as seen on this device, or closes it. */
export function openGuide(guide: Guide | undefined): void {
  opened = guide;
  if (guide) store(seenKeys[guide], newsVersion);
  for (const listener of listeners) listener();
}

/** The open guide. */
export const useOpenedGuide = (): Guide | undefined => useSyncExternalStore(subscribe, () => opened);

/** Guides that were not opened on this device yet: the tour on first visits, the news after an update. */
export function useUnseenGuides(): { tour: boolean; news: boolean } {
  const tour = useSyncExternalStore(subscribe, () => read(seenKeys.tour) === null);
  const news = useSyncExternalStore(subscribe, hasNews);
  return { tour, news };
}

/** To new visitors everything is new: they have no news until the next version. */
function hasNews(): boolean {
  const seen = read(seenKeys.news);
  if (seen === null) store(seenKeys.news, newsVersion);
  return seen !== null && seen !== newsVersion;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without storage nothing is marked as new.
    return newsVersion;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // If storage is full, the mark appears again.
  }
}
