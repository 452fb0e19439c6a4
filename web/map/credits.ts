/**
 * Removes redundant credits, keeping the order: layers of one source repeat each other's, so a credit contained in
 * another is omitted.
 */
export function distinctCredits(credits: readonly string[]): readonly string[] {
  const named = [...new Set(credits.map((credit) => credit.trim()))].filter((credit) => credit !== '');
  return named.filter((credit) => !named.some((other) => other !== credit && other.includes(credit)));
}
