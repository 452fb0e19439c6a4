/**
 * The page of this application where a link's secret is used. The secret is in the fragment, which neither servers nor
 * logs receive.
 * @param page where the administrator is now
 */
export function linkAddress(org: string, secret: string, page: Location = window.location): string {
  return `${page.origin}/${org}/join#${secret}`;
}
