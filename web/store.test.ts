import { describe, expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

describe('a store', () => {
  it('notifies listeners of a new value, but not of the same one', () => {
    const store = createStore(1);
    const listener = vi.fn<() => void>();
    store.subscribe(listener);
    store.set(1);
    expect(listener).not.toHaveBeenCalled();
    store.set(2);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.get()).toBe(2);
  });

  it('drops unsubscribed listeners', () => {
    const store = createStore('a');
    const listener = vi.fn<() => void>();
    store.subscribe(listener)();
    store.set('b');
    expect(listener).not.toHaveBeenCalled();
  });
});
