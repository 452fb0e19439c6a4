/**
 * Whether something happens for the first time in this tab, which it records. A page that reloads itself asks it first:
 * otherwise it could reload for ever. False where the browser stores nothing.
 *
 * @param key where it is recorded
 * @param value what it happens for, without spaces
 */
export function oncePerTab(
  key: string,
  value: string,
  page: Pick<Window, 'sessionStorage'> = window,
): boolean {
  try {
    const earlier = page.sessionStorage.getItem(key)?.split(' ') ?? [];
    if (earlier.includes(value)) return false;
    page.sessionStorage.setItem(key, [...earlier, value].join(' '));
    return true;
  } catch {
    return false;
  }
}
