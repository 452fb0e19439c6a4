/**
 * The credits worth a place, in the order given: layers of one source repeat each other's, so what another credit says in
 * full is left out.
 */
export function distinctCredits(credits: readonly string[]): readonly string[] {
  const named = [...new Set(credits.map((credit) => credit.trim()))].filter((credit) => credit !== '');
  return named.filter((credit) => !named.some((other) => other !== credit && other.includes(credit)));
}
