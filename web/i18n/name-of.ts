/**
 * The name of a language or region, by `Intl`, in a language; in English where the browser does not know that language: otherwise
 * it would be in the browser's own. Undefined for what has no name.
 */
export function nameOfCode(code: string, type: 'language' | 'region', language: string): string | undefined {
  try {
    return new Intl.DisplayNames([language, 'en'], { type, fallback: 'none' }).of(code);
  } catch {
    // Any short text may be a tag.
    return undefined;
  }
}
