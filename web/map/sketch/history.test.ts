import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { History } from './history.ts';

describe('a history', () => {
  it('undoes and redoes', () => {
    const history = new History('');
    history.push('a');
    history.push('ab');
    expect([history.undo(), history.undo(), history.undo()]).toEqual(['a', '', undefined]);
    expect([history.redo(), history.redo(), history.redo()]).toEqual(['a', 'ab', undefined]);
  });

  it('drops undone steps after a new one', () => {
    const history = new History(0);
    history.push(1);
    history.undo();
    history.push(2);
    expect(history.canRedo).toBe(false);
    expect(history.undo()).toBe(0);
  });

  it('keeps a hundred steps', () => {
    const history = new History(0);
    for (let step = 1; step <= 150; step++) history.push(step);
    let last: number | undefined;
    for (let state = history.undo(); state !== undefined; state = history.undo()) last = state;
    expect(last).toBe(50);
  });

  it('goes to the nearest state that is meant, and only to one it has', () => {
    const history = new History('a');
    for (const state of ['b', 'a', 'c', 'd']) history.push(state);
    expect(history.goTo((state) => state === 'a')).toBe(true);
    expect([history.now, history.redo(), history.undo(), history.undo()]).toEqual(['a', 'c', 'a', 'b']);
    expect(history.goTo((state) => state === 'd')).toBe(true);
    expect(history.canRedo).toBe(false);
    expect(history.goTo((state) => state === 'e')).toBe(false);
    expect(history.now).toBe('d');
  });

  it('redoes exactly what was undone, whatever happened', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 60 }), fc.nat(60), (states, back) => {
        const history = new History(-1);
        for (const state of states) history.push(state);
        const steps = Math.min(back, states.length);
        for (let step = 0; step < steps; step++) history.undo();
        const redone = Array.from({ length: steps }, () => history.redo());
        expect(redone).toEqual(states.slice(states.length - steps));
        expect(history.canRedo).toBe(false);
      }),
    );
  });
});
