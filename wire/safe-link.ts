const safeProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Whether a link target written by someone else may be followed: web, mail and telephone addresses, and paths. A target that
 * begins with a placeholder (`{website}`) counts as a path until it is filled in.
 */
export function isSafeLink(target: string): boolean {
  // The parser ignores what browsers ignore: leading spaces, and tabs and line breaks within.
  const base = 'https://path.invalid';
  return URL.canParse(target, base) && safeProtocols.has(new URL(target, base).protocol);
}
