/** A prefetched response: parsed JSON, or its bytes, which may still be pending. */
export type KnownAnswer = object | Promise<ArrayBuffer | undefined>;

/**
 * Prefetched responses: what the shell requested before the SDK was loaded is not requested again. Each is used once,
 * so that a later reload by the SDK gets current data.
 */
export class KnownAnswers {
  readonly #answers = new Map<string, KnownAnswer>();

  /** @param address absolute URL without a query string */
  add(address: string, answer: unknown): void {
    if (typeof answer === 'object' && answer !== null) this.#answers.set(normalise(address), answer);
  }

  /**
   * The response for a URL, whatever its query string; undefined if unknown. It is a copy for the caller.
   * @param type the SDK's response type: `array-buffer` for bytes (its workers parse JSON themselves), else an object
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

/** Query strings, trailing slashes and the scheme are ignored, because the SDK may have upgraded it. */
function normalise(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  return path.replace(/\/$/, '').replace(/^https?:/, '');
}
