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

  it('undoes to the opened map where there was no work before it', () => {
    const opened = { name: 'opened' };
    let open = work('draft');
    const turn = (way: 'undo' | 'redo') => turnsOf(open, (next) => (open = next), opened)[way]?.();
    turn('undo');
    expect(open).toMatchObject({ document: opened, saved: true });
    turn('undo');
    expect(open.document).toBe(opened);
    turn('redo');
    expect(open).toMatchObject({ document: { name: 'draft' }, saved: false });
  });

  it('undoes to unsaved work once it is saved', () => {
    let open = work('version', { undo: work('own', { saved: true }) });
    const turns = turnsOf(open, (next) => (open = next));
    turns.saved?.();
    turns.undo?.();
    expect(open).toMatchObject({ document: { name: 'own' }, saved: false });
  });
});
