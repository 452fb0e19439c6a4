/** A value that tells its listeners when it is replaced; fits React's `useSyncExternalStore`. */
export interface Store<Value> {
  get(): Value;
  /** Calls `listener` after each change; returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export interface WritableStore<Value> extends Store<Value> {
  /** Replaces the value; the same value again tells nobody. */
  set(value: Value): void;
}

export function createStore<Value>(first: Value): WritableStore<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
