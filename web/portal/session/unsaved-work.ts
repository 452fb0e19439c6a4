import { saveReloadState, takeReloadState } from './reload-state.ts';

type Keep = (state: string) => Promise<void>;

/** The unsaved work of a page, which its features store before the page is left. */
export class UnsavedWork {
  readonly #keepers = new Set<Keep>();
  readonly #page: Window;
  /** The state under which work was stored before this page was reloaded, if it was. */
  readonly returned: string | undefined;

  constructor(page: Window) {
    this.#page = page;
    this.returned = takeReloadState(page);
  }

  onLeaving(keep: Keep): () => void {
    this.#keepers.add(keep);
    return () => this.#keepers.delete(keep);
  }

  /** Stores it under the OAuth state of the sign-in that leaves the page. Never throws. */
  readonly keep = async (state: string): Promise<void> => {
    await Promise.allSettled([...this.#keepers].map((keep) => keep(state)));
  };

  /** Stores it before the page reloads itself. Never throws. */
  readonly keepForReload = async (): Promise<void> => {
    // `crypto.randomUUID` exists on secure origins only.
    const state = crypto.getRandomValues(new Uint32Array(4)).join('-');
    await this.keep(state);
    saveReloadState(this.#page, state);
  };
}
