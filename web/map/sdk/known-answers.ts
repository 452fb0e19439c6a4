/**
 * Answers that the page has already: what the shell asked for before the SDK was there is not asked again.
 * Each is given once, so that a later reload by the SDK sees the truth.
 */
export class KnownAnswers {
  readonly #answers = new Map<string, unknown>();

  /** @param address absolute address without a query string */
  add(address: string, answer: unknown): void {
    if (answer !== undefined && answer !== null) this.#answers.set(normalise(address), answer);
  }

  /** The answer for an address, whatever its query string; undefined when it is not known. It is the caller's own copy. */
  take(address: string): unknown {
    const key = normalise(address);
    const answer = this.#answers.get(key);
    this.#answers.delete(key);
    return answer === undefined ? undefined : structuredClone(answer);
  }

  clear(): void {
    this.#answers.clear();
  }
}

/** Query strings and a trailing slash do not count, and neither does the scheme: the SDK may have upgraded it. */
function normalise(address: string): string {
  return address
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .replace(/^https?:/, '');
}
