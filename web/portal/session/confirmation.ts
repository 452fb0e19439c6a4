/** The prompt that asks users to confirm that it is they; concurrent questions share one. */
export class Confirmation {
  #asked: Promise<boolean> | undefined;
  #answer: ((done: boolean) => void) | undefined;
  readonly #notify: () => void;

  /** @param notify called when the prompt opens and closes */
  constructor(notify: () => void) {
    this.#notify = notify;
  }

  get open(): boolean {
    return this.#answer !== undefined;
  }

  ask(): Promise<boolean> {
    this.#asked ??= new Promise<boolean>((resolve) => {
      this.#answer = resolve;
      this.#notify();
    }).finally(() => (this.#asked = undefined));
    return this.#asked;
  }

  answer(done: boolean): void {
    this.#answer?.(done);
    this.#answer = undefined;
    this.#notify();
  }
}
