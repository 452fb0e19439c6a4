/** Counts what a piece of work commits. */
export interface CommitCount {
  /** Called before a COMMIT is sent. @returns what is called with whether it may have saved @throws if none may be sent any more */
  begin(): (saved: boolean) => void;
}

/** What a piece of work has committed, itself and in threads: only where it is nothing may its request be repeated. */
export class Commits implements CommitCount {
  #running = 0;
  #saved = false;
  readonly #tasks: ThreadCommits[] = [];

  begin(): (saved: boolean) => void {
    this.#running += 1;
    return (saved) => {
      this.#running -= 1;
      this.#saved ||= saved;
    };
  }

  /** Counts those of a task in a thread, too. */
  include(task: ThreadCommits): void {
    this.#tasks.push(task);
  }

  /** No task in a thread sends another one. Those of this thread end by the signal of their work. */
  close(): void {
    for (const task of this.#tasks) task.close();
  }

  /** Whether one has saved, or runs. */
  get mayHaveSaved(): boolean {
    return this.#running > 0 || this.#saved || this.#tasks.some((task) => task.mayHaveSaved);
  }
}

const closed = 1 << 30;
const saved = 1 << 29;

/**
 * The COMMITs of a task in a thread, in memory that the thread shares with the one that answers the request. A message that one
 * is being sent could arrive after the request has been answered.
 */
export class ThreadCommits {
  readonly memory: SharedArrayBuffer;
  /** The number of those that run, and `closed` and `saved`. */
  readonly #state: Int32Array;

  constructor(memory = new SharedArrayBuffer(4)) {
    this.memory = memory;
    this.#state = new Int32Array(memory);
  }

  /** In the task's thread. @returns undefined when none may be sent any more */
  begin(): ((hasSaved: boolean) => void) | undefined {
    const end = (hasSaved: boolean) => {
      if (hasSaved) Atomics.or(this.#state, 0, saved);
      Atomics.sub(this.#state, 0, 1);
    };
    if ((Atomics.add(this.#state, 0, 1) & closed) === 0) return end;
    end(false);
    return undefined;
  }

  close(): void {
    Atomics.or(this.#state, 0, closed);
  }

  /** Whether one has saved, or runs, or ran when its thread ended. */
  get mayHaveSaved(): boolean {
    return (Atomics.load(this.#state, 0) & ~closed) !== 0;
  }
}
