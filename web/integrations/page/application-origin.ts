/** The origin of the application that may hold this page, as the server wrote it into the page's head. */
export function applicationOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application"]')?.content ?? location.origin;
}
