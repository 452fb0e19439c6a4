import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { useBatch } from './use-batch.ts';

const items = ['a', 'b', 'c'].map((id) => ({ id, title: `Map ${id}` }) as PortalItem);
const start = () => renderHook(() => useBatch((error) => (error as Error).message)).result;

/** An action that waits for each item until it is released. */
function steps() {
  const begun: string[] = [];
  const waiting: ((error?: Error) => void)[] = [];
  const action = (item: PortalItem) =>
    new Promise<void>((resolve, reject) => {
      begun.push(item.id);
      waiting.push((error) => (error ? reject(error) : resolve()));
    });
  const next = (error?: Error) => act(async () => waiting.shift()?.(error));
  return { begun, action, next };
}

describe('a batch change', () => {
  it('runs on one item at a time and reports progress', async () => {
    const batch = start();
    const { begun, action, next } = steps();
    expect(batch.current.progress).toBeUndefined();
    let done: Promise<boolean> = Promise.resolve(false);
    await act(async () => {
      done = batch.current.run(items, action);
    });
    expect(begun).toEqual(['a']);
    expect(batch.current.progress).toEqual({ done: 0, of: 3 });
    await next();
    expect(begun).toEqual(['a', 'b']);
    expect(batch.current.progress).toEqual({ done: 1, of: 3 });
    await next();
    await next();
    expect(await done).toBe(true);
    expect(batch.current.progress).toBeUndefined();
    expect(batch.current.failures).toEqual([]);
  });

  it('continues after a failure and reports its reason', async () => {
    const batch = start();
    const { begun, action, next } = steps();
    let done: Promise<boolean> = Promise.resolve(true);
    await act(async () => {
      done = batch.current.run(items, action);
    });
    await next(new MappingError('portal:request-failed', 'It is protected.'));
    await next();
    await next(new MappingError('portal:request-failed', 'It is gone.'));
    expect(await done).toBe(false);
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(batch.current.failures).toMatchObject([
      { title: 'Map a', reason: 'It is protected.' },
      { title: 'Map c', reason: 'It is gone.' },
    ]);
  });

  it('stops before the next item, and the next run starts over', async () => {
    const batch = start();
    const { begun, action, next } = steps();
    let done: Promise<boolean> = Promise.resolve(true);
    await act(async () => {
      done = batch.current.run(items, action);
    });
    act(() => batch.current.cancel());
    await next();
    expect(await done).toBe(false);
    expect(begun).toEqual(['a']);
    expect(batch.current.progress).toBeUndefined();
    await act(async () => {
      done = batch.current.run(items.slice(1, 2), action);
    });
    await next();
    expect(await done).toBe(true);
  });

  it('of no items succeeds', async () => {
    const batch = start();
    await act(async () => expect(await batch.current.run([], async () => {})).toBe(true));
  });
});
