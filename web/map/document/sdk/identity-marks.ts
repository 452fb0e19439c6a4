/** Numbers objects, so that object identity can be compared as text. */
export class IdentityMarks {
  readonly #numbers = new WeakMap<object, number>();
  #last = 0;

  /** The same text for the same object, a different one otherwise. */
  of(object: object | null | undefined): string {
    if (!object) return '-';
    const known = this.#numbers.get(object);
    if (known !== undefined) return `${known}`;
    this.#numbers.set(object, ++this.#last);
    return `${this.#last}`;
  }
}
