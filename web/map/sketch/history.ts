/** Maximum number of undo steps. */
const kept = 100;

/** States that can be undone and redone. A new state after an undo drops the undone states. */
export class History<State> {
  #past: State[] = [];
  #future: State[] = [];
  #now: State;

  constructor(first: State) {
    this.#now = first;
  }

  get now(): State {
    return this.#now;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  push(state: State): void {
    this.#past = [...this.#past, this.#now].slice(-kept);
    this.#now = state;
    this.#future = [];
  }

  /** Replaces the present state by another form of it. */
  replace(state: State): void {
    this.#now = state;
  }

  /**
   * Undoes or redoes the steps to a state, the nearest that is meant.
   * @returns whether there is one
   */
  goTo(isMeant: (state: State) => boolean): boolean {
    const back = this.#past.findLastIndex(isMeant);
    const ahead = back < 0 ? this.#future.findLastIndex(isMeant) : -1;
    if (back < 0 && ahead < 0) return false;
    if (back >= 0) while (this.#past.length > back) this.undo();
    else while (this.#future.length > ahead) this.redo();
    return true;
  }

  /** Takes the last step back, which cannot be redone then. */
  takeBack(): void {
    this.undo();
    this.#future = [];
  }

  /** Undoes one step and returns its state; undefined at the start. */
  undo(): State | undefined {
    const before = this.#past.pop();
    if (before === undefined) return undefined;
    this.#future.push(this.#now);
    this.#now = before;
    return before;
  }

  /** Redoes one step; undefined at the end. */
  redo(): State | undefined {
    const after = this.#future.pop();
    if (after === undefined) return undefined;
    this.#past.push(this.#now);
    this.#now = after;
    return after;
  }
}
