import { describe, expect, it } from 'vitest';
import { type OtherWork, turnsOf } from './other-work.ts';

const work = (name: string, parts: Partial<OtherWork> = {}): OtherWork => ({
  document: { name },
  saved: false,
  ...parts,
});

describe('work opened in place of other work', () => {
  it('undoes to the previous work, and redoes', () => {
    let open = work('version', { undo: work('own', { undo: work('draft') }) });
    const turn = (way: 'undo' | 'redo') => turnsOf(open, (next) => (open = next))[way]?.();
    const name = () => (open.document as { name: string }).name;
    turn('undo');
    expect(name()).toBe('own');
    turn('undo');
    expect(name()).toBe('draft');
    turn('undo');
    expect(name()).toBe('draft');
    turn('redo');
    turn('redo');
    expect(name()).toBe('version');
    turn('redo');
    expect(name()).toBe('version');
    turn('undo');
    turn('undo');
    expect(name()).toBe('draft');
  });
});
