/**
 * The part of a request's address that may be logged: no query, because it may contain tokens, and no link of
 * a shared map, because a reader of the log could open the map.
 */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/(\/(?:shared-maps|sid)\/)[^/]+/g, '$1…');
}
