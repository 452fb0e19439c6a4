/** A comma list of a request, such as `users=ada, grace`: trimmed, without empty or repeated entries. */
export function commaList(value: string | undefined): string[] {
  const entries = (value ?? '').split(',').map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}
