/** An answer as the page has it: JSON that was read already, or its bytes, which may still be on their way. */
export type KnownAnswer = object | Promise<ArrayBuffer | undefined>;

/**
 * Answers that the page has already: what the shell asked for before the SDK was there is not asked again.
 * Each is given once, so that a later reload by the SDK sees the truth.
 */
export class KnownAnswers {
  readonly #answers = new Map<string, KnownAnswer>();

  /** @param address absolute address without a query string */
  add(address: string, answer: unknown): void {
    if (typeof answer === 'object' && answer !== null) this.#answers.set(normalise(address), answer);
  }

  /**
   * The answer for an address, whatever its query string; undefined when it is not known. It is the caller's own copy.
   * @param type what the SDK wants: `array-buffer` for bytes (its workers read JSON themselves), else an object
   */
  take(address: string, type: string | undefined): unknown {
    const key = normalise(address);
    const answer = this.#answers.get(key);
    this.#answers.delete(key);
    if (answer === undefined) return undefined;
    if (answer instanceof Promise) {
      return answer.then((bytes) => (type === 'array-buffer' || !bytes ? bytes : JSON.parse(textOf(bytes))));
    }
    return type === 'array-buffer'
      ? new TextEncoder().encode(JSON.stringify(answer)).buffer
      : structuredClone(answer);
  }

  clear(): void {
    this.#answers.clear();
  }
}

function textOf(bytes: ArrayBuffer): string {
  return new TextDecoder().decode(bytes);
}

/** Query strings and a trailing slash do not count, and neither does the scheme: the SDK may have upgraded it. */
function normalise(address: string): string {
  return address
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .replace(/^https?:/, '');
}
