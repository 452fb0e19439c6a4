/**
 * The text without any of these characters at its end.
 *
 * Texts of callers must not be trimmed by a regular expression such as `/\/+$/`: it tries each of the characters again, and needs
 * minutes for a hundred thousand of them that are followed by another. `npm run check:rules` rejects such expressions.
 *
 * @param characters each of them is removed: `trimEnd('ada.-', '.-')` is `ada`
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** An address to which a path can be appended. */
export function withoutFinalSlash(address: string): string {
  return trimEnd(address, '/');
}

/** Bytes in base64url, from base64: letters that need no escaping in a URL, without padding. */
export function base64url(base64: string): string {
  return trimEnd(base64.replaceAll('+', '-').replaceAll('/', '_'), '=');
}
