import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { ApplicationContext } from '../../../context/application-context.ts';
import { NoticeContext } from '../../../context/page-frame.ts';
import * as changes from '../../../portal/change-items.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { useDeletion } from './use-deletion.ts';

const item = (id: string) => webMap({ id, title: `Map ${id}` }) as PortalItem;
const [a, b] = [item('a'), item('b')];
const done = vi.fn<() => Promise<void>>(async () => {});
const notify = vi.fn<(text: string) => void>();

afterEach(() => {
  vi.restoreAllMocks();
  done.mockClear();
  notify.mockClear();
});

async function start(answer: typeof changes.deleteItems = async () => []) {
  const requested = vi.spyOn(changes, 'deleteItems').mockImplementation(answer);
  const context = await fakeContext({ signedIn: true });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApplicationContext value={context}>
      <NoticeContext value={notify}>{children}</NoticeContext>
    </ApplicationContext>
  );
  const hook = renderHook(() => useDeletion(done, reason), { wrapper });
  const deleted = () => requested.mock.calls.map(([, , items]) => items.map(({ id }) => id));
  return { ...hook, deleted };
}
const reason = (error: unknown) => (error as Error).message;

describe('deletion with undo', () => {
  it('hides items at once and deletes them after the time limit', async () => {
    const { result, deleted } = await start();
    act(() => result.current.begin([a, b]));
    expect(result.current.pending).toEqual([a, b]);
    expect(deleted()).toEqual([]);
    await act(async () => result.current.finish());
    expect(deleted()).toEqual([['a', 'b']]);
    expect(done).toHaveBeenCalledOnce();
    expect(result.current.pending).toEqual([]);
    expect(result.current.failure).toBeUndefined();
  });

  it('restores items on undo without a portal request', async () => {
    const { result, deleted } = await start();
    act(() => result.current.begin([a]));
    act(() => result.current.undo());
    expect(result.current.pending).toEqual([]);
    await act(async () => result.current.finish());
    expect(deleted()).toEqual([]);
    expect(done).not.toHaveBeenCalled();
  });

  it('commits the previous deletion when the next starts; undo applies to the last', async () => {
    const { result, deleted } = await start();
    act(() => result.current.begin([a]));
    await act(async () => result.current.begin([b]));
    expect(deleted()).toEqual([['a']]);
    act(() => result.current.undo());
    await act(async () => result.current.finish());
    expect(deleted()).toEqual([['a']]);
    expect(result.current.pending).toEqual([]);
  });

  it.each([
    ['the same items', [a], [a]],
    ['some of them and others', [a], [a, b]],
  ])('is one that can be undone when it is begun again with %s', async (_what, first, second) => {
    const { result, deleted } = await start();
    act(() => result.current.begin(first));
    await act(async () => result.current.begin(second));
    expect(result.current.undoable).toEqual(second);
    expect(result.current.pending).toEqual(second);
    act(() => result.current.undo());
    await act(async () => result.current.finish());
    expect(deleted()).toEqual([]);
    expect(result.current.pending).toEqual([]);
  });

  it('does not begin again while the portal deletes the items', async () => {
    const { promise, resolve } = Promise.withResolvers<[]>();
    const { result, deleted } = await start(() => promise);
    act(() => result.current.begin([a]));
    act(() => result.current.finish());
    act(() => result.current.begin([a]));
    expect(result.current.undoable).toEqual([]);
    await act(async () => resolve([]));
    expect(deleted()).toEqual([['a']]);
  });

  it('can be begun again after undo, and after a failure', async () => {
    const { result, deleted } = await start(async () => {
      throw new MappingError('portal:request-failed', 'Can’t reach the portal.');
    });
    act(() => result.current.begin([a]));
    act(() => result.current.undo());
    for (let times = 0; times < 2; times++) {
      act(() => result.current.begin([a]));
      await act(async () => result.current.finish());
    }
    expect(deleted()).toEqual([['a'], ['a']]);
  });

  it('deletes immediately when the page is left', async () => {
    const { result, unmount, deleted } = await start();
    act(() => result.current.begin([a]));
    unmount();
    expect(deleted()).toEqual([['a']]);
  });

  it('reports on the next page what was not deleted after the page was left', async () => {
    const refused = async () => [
      { id: 'a', error: new MappingError('portal:item-protected', 'It is protected.') },
    ];
    const { result, unmount } = await start(refused);
    act(() => result.current.begin([a]));
    unmount();
    await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce());
    expect(notify.mock.calls[0]?.[0]).toBe('Couldn’t delete 1 of 1 item: Map a: It is protected.');
  });

  it('reports on the next page what was being deleted when the page was left', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const { result, unmount } = await start(() => promise);
    act(() => result.current.begin([a, b]));
    act(() => result.current.finish());
    unmount();
    reject(new MappingError('portal:request-failed', 'Can’t reach the portal.'));
    await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce());
    expect(notify.mock.calls[0]?.[0]).toContain('2 of 2 items: Map a: Can’t reach the portal. Map b:');
  });

  it('deletes only once', async () => {
    const { result, deleted } = await start();
    act(() => result.current.begin([a]));
    await act(async () => result.current.finish());
    await act(async () => result.current.finish());
    expect(deleted()).toEqual([['a']]);
  });

  it('reports and shows items that remained', async () => {
    const { result } = await start(async () => [
      { id: 'b', error: new MappingError('portal:item-protected', 'It is protected.') },
    ]);
    act(() => result.current.begin([a, b]));
    await act(async () => result.current.finish());
    expect(result.current.failure).toMatchObject({
      items: [{ title: 'Map b', reason: 'It is protected.' }],
      of: 2,
    });
    expect(result.current.pending).toEqual([]);
    act(() => result.current.forgetFailure());
    expect(result.current.failure).toBeUndefined();
  });

  it('reports that all items remained when the portal is unreachable', async () => {
    const { result } = await start(async () => {
      throw new MappingError('portal:request-failed', 'Can’t reach the portal.');
    });
    act(() => result.current.begin([a, b]));
    await act(async () => result.current.finish());
    expect(result.current.failure?.items.map(({ reason: why }) => why)).toEqual([
      'Can’t reach the portal.',
      'Can’t reach the portal.',
    ]);
    expect(done).toHaveBeenCalledOnce();
  });
});
