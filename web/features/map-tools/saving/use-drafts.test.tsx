import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeOpenMap } from '../../../../testing/web/fake-map-model.ts';
import { ApplicationContext } from '../../../context/application-context.ts';
import { type OpenMap, OpenMapContext } from '../../../context/open-map.ts';
import type { MapWork, WorkState } from '../../../map/document/map-work.ts';
import type { WebMapJson } from '../../../map/document/web-map-json.ts';
import type { MapSource } from '../../../map/map-source.ts';
import { deleteDraft, type Draft, findDrafts, storeDraft } from './draft-store.ts';
import { useDrafts } from './use-drafts.ts';

vi.mock('./draft-store.ts', () => ({
  claimDraft: () => {},
  deleteDraft: vi.fn<typeof deleteDraft>(async () => {}),
  findDrafts: vi.fn<typeof findDrafts>(async () => []),
  storeDraft: vi.fn<typeof storeDraft>(async () => {}),
}));
afterEach(() => vi.clearAllMocks());

/** The drafts of a new map. */
async function openDrafts(work: Partial<MapWork>, dirty: boolean, { signedIn = false, modified = 0 } = {}) {
  const context = await fakeContext({ signedIn });
  const reopen = vi.fn<OpenMap['reopen']>();
  const open = fakeOpenMap({ reopen });
  const view = renderHook(
    (now: { work: Partial<MapWork>; dirty: boolean }) =>
      useDrafts(
        now.work as MapWork,
        { dirty: now.dirty, changes: [] } as unknown as WorkState,
        'City',
        modified,
      ),
    {
      initialProps: { work, dirty },
      wrapper: ({ children }: { children: ReactNode }) => (
        <ApplicationContext value={context}>
          <OpenMapContext value={open}>{children}</OpenMapContext>
        </ApplicationContext>
      ),
    },
  );
  return { ...view, reopen, session: context.connection.session };
}

it('stores no draft of work that was saved while it was being read', async () => {
  let read = (_document: WebMapJson) => {};
  const { result } = await openDrafts(
    { source: {} as MapSource, read: () => new Promise((resolve) => (read = resolve)) },
    true,
  );
  const storing = result.current.keep();
  await act(() => result.current.drop());
  expect(deleteDraft).toHaveBeenCalledOnce();
  await act(async () => {
    read({} as WebMapJson);
    await storing;
  });
  expect(storeDraft).not.toHaveBeenCalled();
});

it('stores a change at once when the page is hidden', async () => {
  // Nothing is stored after a while.
  vi.useFakeTimers();
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await openDrafts({ source: {} as MapSource, read: async () => ({}) as WebMapJson }, true);
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(storeDraft).toHaveBeenCalledOnce();
  hidden.mockRestore();
  vi.useRealTimers();
});

it('keeps the sign-in for which work was stored when an earlier change is stored after it', async () => {
  const reads: ((document: WebMapJson) => void)[] = [];
  const { result } = await openDrafts(
    { source: {} as MapSource, read: () => new Promise((resolve) => reads.push(resolve)) },
    true,
  );
  const storing = [result.current.keep(), result.current.keep('state-1')];
  await act(async () => {
    for (const read of reads.toReversed()) read({} as WebMapJson);
    await Promise.all(storing);
  });
  const stored = vi.mocked(storeDraft).mock.calls.map(([draft]) => draft.signIn);
  expect(stored).toEqual(['state-1', 'state-1']);
});

it('stores what has changed before the page is left, and reports that it could not', async () => {
  const state = { get: () => ({ dirty: true }) } as unknown as MapWork['state'];
  const work = { source: {} as MapSource, state, read: async () => ({}) as WebMapJson };
  const { result } = await openDrafts(work, true);
  await act(async () => expect(await result.current.keepForLeaving('state-1')).toBe(true));
  expect(vi.mocked(storeDraft).mock.lastCall?.[0].signIn).toBe('state-1');
  vi.mocked(storeDraft).mockRejectedValueOnce(new Error('no room'));
  await expect(result.current.keepForLeaving('state-2')).rejects.toThrow('no room');
});

it('offers no draft of what the opened map already contains', async () => {
  const drafts = [
    { id: 'saved', document: { version: '2.31', bookmarks: [] } },
    { id: 'unsaved', document: { version: '2.31', bookmarks: [{ name: 'Harbour' }] } },
  ];
  vi.mocked(findDrafts).mockResolvedValueOnce(drafts as unknown as Draft[]);
  const webMap = { item: undefined, data: { version: '2.31', bookmarks: [] } };
  const { result } = await openDrafts({ source: { webMap } as unknown as MapSource }, false);
  await vi.waitFor(() => expect(result.current.offers.map(({ id }) => id)).toEqual(['unsaved']));
  expect(vi.mocked(deleteDraft).mock.calls).toEqual([['saved']]);
});

it('stores work of a page without https, too', async () => {
  const secure = crypto;
  vi.stubGlobal('crypto', {
    getRandomValues: (ids: Uint32Array<ArrayBuffer>) => secure.getRandomValues(ids),
  });
  onTestFinished(() => void vi.stubGlobal('crypto', secure));
  const { result } = await openDrafts(
    { source: {} as MapSource, read: async () => ({}) as WebMapJson },
    true,
  );
  await act(() => result.current.keep());
  expect(storeDraft).toHaveBeenCalledOnce();
});

it('deletes the draft of changes that were all undone', async () => {
  const work = { source: {} as MapSource, read: async () => ({}) as WebMapJson };
  const { result, rerender } = await openDrafts(work, true);
  await act(() => result.current.keep());
  rerender({ work, dirty: false });
  expect(deleteDraft).toHaveBeenCalledOnce();
});

it('keeps the draft of a map that is opened again without its changes, as when a session ends', async () => {
  const read = async () => ({}) as WebMapJson;
  const { result, rerender } = await openDrafts({ source: {} as MapSource, read }, true);
  await act(() => result.current.keep());
  rerender({ work: { source: {} as MapSource, read }, dirty: false });
  await act(() => result.current.drop());
  expect(deleteDraft).not.toHaveBeenCalled();
});

it('offers the draft of a map that was opened again without its changes', async () => {
  const read = async () => ({}) as WebMapJson;
  const { result, rerender } = await openDrafts({ source: {} as MapSource, read }, true);
  await act(() => result.current.keep());
  const [[stored] = []] = vi.mocked(storeDraft).mock.calls;
  vi.mocked(findDrafts).mockResolvedValueOnce([stored as Draft]);
  rerender({ work: { source: {} as MapSource, read }, dirty: false });
  await vi.waitFor(() => expect(result.current.offers).toEqual([stored]));
});

it('stores work as its author’s when the session has ended', async () => {
  const work = { source: {} as MapSource, read: async () => ({}) as WebMapJson };
  const { result, session } = await openDrafts(work, true, { signedIn: true });
  await act(() => result.current.keep());
  act(() => session.signOut());
  await act(() => result.current.keep());
  expect(vi.mocked(storeDraft).mock.calls.map(([{ who }]) => who)).toEqual(['ada', 'ada']);
});

describe('discarded work', () => {
  /** Work of Ada's that was stored and then discarded, before she signs out. */
  async function discardAndSignOut() {
    let document: object = { version: '2.34' };
    const work = { source: {} as MapSource, read: async () => document as WebMapJson };
    const { result, session } = await openDrafts(work, true, { signedIn: true });
    await act(() => result.current.keep());
    await act(() => result.current.discard());
    act(() => session.signOut());
    return { result, change: (next: object) => (document = next) };
  }

  it('is not stored again while the page is left', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => {
      vi.useRealTimers();
      hidden.mockRestore();
    });
    await discardAndSignOut();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(storeDraft).toHaveBeenCalledOnce();
  });

  it('is stored again once it has changed, as its author’s', async () => {
    const { result, change } = await discardAndSignOut();
    change({ version: '2.34', bookmarks: [] });
    await act(async () => expect(await result.current.keep()).toBe(true));
    expect(vi.mocked(storeDraft).mock.calls.map(([{ who }]) => who)).toEqual(['ada', 'ada']);
  });
});

describe('work that a draft has replaced', () => {
  /** Work with a document of its own, such as that of a draft. */
  const workOn = (document: object, turns: MapSource['turns'] = {}) => ({
    source: { webMap: { item: undefined, data: document }, unsaved: {}, turns } as unknown as MapSource,
    state: { get: () => ({ dirty: true }) } as unknown as MapWork['state'],
    read: async () => document as WebMapJson,
  });
  const draft = { id: 'last-week', who: '', document: { name: 'last week' }, since: 1 } as unknown as Draft;
  const ids = () => vi.mocked(storeDraft).mock.calls.map(([{ id }]) => id);

  it('has its own draft again when the restored one is undone', async () => {
    const own = { ...workOn({ name: 'own' }), source: {} as MapSource };
    const { result, rerender, reopen } = await openDrafts(own, true, { modified: 2 });
    await act(() => result.current.keep());
    await act(() => result.current.restore(draft));
    rerender({ work: workOn(draft.document), dirty: true });
    await act(() => result.current.keep());
    expect(result.current.since()).toBe(1);
    const left = reopen.mock.lastCall?.[1]?.document ?? {};
    rerender({ work: workOn(left, { redo: () => {} }), dirty: true });
    await act(() => result.current.keep());
    expect(result.current.since()).toBe(2);
    rerender({ work: workOn(draft.document), dirty: true });
    await act(() => result.current.keep());
    const [first] = ids();
    expect(ids()).toEqual([first, 'last-week', first, 'last-week']);
    expect(deleteDraft).not.toHaveBeenCalled();
  });

  it('is stored beside the draft when it begins after the draft was undone', async () => {
    const { result, rerender } = await openDrafts({ ...workOn({}), source: {} as MapSource }, false, {
      modified: 2,
    });
    await act(() => result.current.restore(draft));
    rerender({ work: workOn(draft.document), dirty: true });
    await act(() => result.current.keep());
    const opened = { ...workOn({ name: 'opened' }), source: { turns: { redo: () => {} } } as MapSource };
    rerender({ work: opened, dirty: false });
    rerender({ work: opened, dirty: true });
    await act(() => result.current.keep());
    expect(result.current.since()).toBe(2);
    expect(ids()).toEqual(['last-week', expect.not.stringMatching('last-week')]);
    // Saved.
    await act(() => result.current.drop());
    expect(vi.mocked(deleteDraft).mock.calls).toEqual([[ids()[1]]]);
  });

  it('is not offered while redo opens it', async () => {
    vi.mocked(findDrafts).mockResolvedValue([draft]);
    onTestFinished(() => void vi.mocked(findDrafts).mockResolvedValue([]));
    const { result, rerender, session } = await openDrafts(
      { ...workOn({}), source: {} as MapSource },
      false,
      { signedIn: true },
    );
    await vi.waitFor(() => expect(result.current.offers).toEqual([draft]));
    await act(() => result.current.restore(draft));
    rerender({ work: workOn(draft.document), dirty: true });
    const opened = { ...workOn({}), source: { turns: { redo: () => {} } } as MapSource };
    rerender({ work: opened, dirty: false });
    const requests = vi.mocked(findDrafts).mock.calls.length;
    await act(async () => session.signOut());
    await vi.waitFor(() => expect(vi.mocked(findDrafts).mock.calls.length).toBeGreaterThan(requests));
    expect(result.current.offers).toEqual([]);
    // The session’s end opens the map again.
    rerender({ work: { ...opened, source: {} as MapSource }, dirty: false });
    await vi.waitFor(() => expect(result.current.offers).toEqual([draft]));
  });
});
