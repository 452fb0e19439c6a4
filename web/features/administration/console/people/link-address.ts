/**
 * The page of this application where a link's secret is used. It stands behind `#`: no server sees it, and no log.
 * @param page where the administrator is now
 */
export function linkAddress(org: string, secret: string, page: Location = window.location): string {
  return `${page.origin}/${org}/join#${secret}`;
}
