/** The origin of the application that may embed this page, written by the server into the page's head. */
export function applicationOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application"]')?.content ?? location.origin;
}
