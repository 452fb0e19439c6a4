import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { ApplicationContext } from '../../../context/application-context.ts';
import * as changes from '../../../portal/change-items.ts';
import { useMoves } from './use-moves.ts';

const [a, b] = [
  webMap({ id: 'a', title: 'Map a', ownerFolder: 'f1' }),
  webMap({ id: 'b', title: 'Map b', ownerFolder: null }),
];
const done = vi.fn<() => Promise<void>>(async () => {});

afterEach(() => {
  vi.restoreAllMocks();
  done.mockClear();
});

async function start(answer: typeof changes.moveItem = async () => {}) {
  const requested = vi.spyOn(changes, 'moveItem').mockImplementation(answer);
  const context = await fakeContext({ signedIn: true });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApplicationContext value={context}>{children}</ApplicationContext>
  );
  const { result } = renderHook(() => useMoves(done, (error) => (error as Error).message), { wrapper });
  return { result, back: () => requested.mock.calls.map(([, { id }, folder]) => [id, folder]) };
}

describe('undoing a move', () => {
  it('returns each item to its folder', async () => {
    const { result, back } = await start();
    act(() => result.current.begin([a, b]));
    expect(result.current.moved).toEqual([a, b]);
    await act(async () => result.current.undo());
    expect(back()).toEqual([
      ['a', 'f1'],
      ['b', '/'],
    ]);
    expect(result.current.moved).toEqual([]);
    expect(done).toHaveBeenCalledOnce();
  });

  it('is possible until the time limit, for the last move only', async () => {
    const { result, back } = await start();
    act(() => result.current.begin([a]));
    act(() => result.current.begin([b]));
    expect(result.current.moved).toEqual([b]);
    act(() => result.current.forget());
    expect(result.current.moved).toEqual([]);
    expect(back()).toEqual([]);
  });

  it('reports what could not be moved back, and moves the rest', async () => {
    const { result, back } = await start(async (_connection, { id }) => {
      if (id === 'a') throw new MappingError('portal:request-failed', 'The folder is gone.');
    });
    act(() => result.current.begin([a, b]));
    await act(async () => result.current.undo());
    expect(back()).toHaveLength(2);
    expect(result.current.failures).toMatchObject([{ title: 'Map a', reason: 'The folder is gone.' }]);
    act(() => result.current.forgetFailures());
    expect(result.current.failures).toEqual([]);
  });
});
