/**
 * Puts a text on the clipboard.
 * @returns false when the browser does not let pages do that, as on plain http
 */
export async function copyText(text: string, page: Window = window): Promise<boolean> {
  try {
    await page.navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
