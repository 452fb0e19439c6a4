/**
 * What the library's theme imports of its script for pages that a server has drawn with React: the names under which the
 * colour scheme is stored, and the functions that write the script, which nothing calls. The product has a script of its
 * own (web/app/first-paint.ts).
 */

/** Names in the storage of the browser; the application's theme sets the first itself. */
export const DEFAULT_MODE_STORAGE_KEY = 'mode';
export const DEFAULT_COLOR_SCHEME_STORAGE_KEY = 'color-scheme';
export const DEFAULT_ATTRIBUTE = 'data-color-scheme';

/** There is no script. */
export function buildInitColorSchemeScript() {
  return '';
}

/** Nor an element that contains it. */
// oxlint-disable-next-line import/no-default-export
export default function InitColorSchemeScript() {
  return null;
}
