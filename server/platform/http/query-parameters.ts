/** A parameter of a query string as the framework gives it: a list when it is repeated. */
export type Parameter = string | readonly string[] | undefined;

/** The text of a parameter; of a repeated one the first. */
export function textOf(parameter: Parameter): string | undefined {
  return typeof parameter === 'string' ? parameter : parameter?.[0];
}

/** The largest number of PostgreSQL's type `integer`. */
const largestInteger = 2_147_483_647;

/** A whole number of 0 or more, as revisions, pages and the like have; undefined for anything else, and for one that is too large. */
export function wholeNumberOf(parameter: Parameter): number | undefined {
  const text = textOf(parameter)?.trim() ?? '';
  const value = /^\d+$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value <= largestInteger ? value : undefined;
}

/** Parameters by lower-case name, the first of repeated ones; blank ones are absent. */
export function readParameters(query: unknown): Map<string, string> {
  const read = new Map<string, string>();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, Parameter>)) {
    const text = textOf(value);
    if (text !== undefined && text.trim() !== '' && !read.has(name.toLowerCase()))
      read.set(name.toLowerCase(), text);
  }
  return read;
}
