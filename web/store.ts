import { useSyncExternalStore } from 'react';

/** A value that notifies its listeners when it is replaced. */
export interface Store<Value> {
  get(): Value;
  /** Calls `listener` after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export interface WritableStore<Value> extends Store<Value> {
  /** Replaces the value; the same value notifies no listeners. */
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

const never = () => () => {};

/** The value of a store, re-rendering when it changes; `otherwise` while there is no store. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value>(store: Store<Value> | undefined): Value | undefined;
export function useStore<Value>(store: Store<Value> | undefined, otherwise: Value): Value;
export function useStore<Value>(store: Store<Value> | undefined, otherwise?: Value): Value | undefined {
  return useSyncExternalStore<Value | undefined>(store?.subscribe ?? never, store?.get ?? (() => otherwise));
}
