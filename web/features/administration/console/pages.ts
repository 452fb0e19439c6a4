/** The pages of the administration, in their order. */
export const pages = [
  'settings',
  'integrations',
  'health',
  'maps',
  'usage',
  'people',
  'audit',
  'revisions',
] as const;
export type PageName = (typeof pages)[number];

/** The page named by the URL (`?page=audit`); the settings for anything else. */
export function pageOf(search: URLSearchParams, offered: readonly PageName[]): PageName {
  return offered.find((page) => page === search.get('page')) ?? 'settings';
}
