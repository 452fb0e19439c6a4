import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn, sessionKey } from '../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { MappingError } from '../../wire/errors.ts';
import { type FeatureChange, waitingLimits } from '../../wire/waiting-changes.ts';
import { addCommentPhoto, addMapComment } from '../api/map-comments.ts';
import { addItemComment, listItemComments } from '../portal/item-comments.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import { sendFeatureChange } from '../portal/send-feature-change.ts';
import { forgetLeft, forgetWaiting } from './forget-waiting.ts';
import { overwrite, sendWaiting } from './send-waiting.ts';
import { waitingMark } from './waiting-mark.ts';
import {
  addWaiting,
  hadNoResponse,
  type NewWaiting,
  waitingChanges,
  type WaitingOwner,
} from './waiting-store.ts';

const { stored } = vi.hoisted(() => ({ stored: new Map<string, unknown>() }));
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  entries: async () => [...stored],
  get: async (key: string) => stored.get(key),
  set: async (key: string, value: unknown) => void stored.set(key, structuredClone(value)),
  del: async (key: string) => void stored.delete(key),
}));
vi.mock('../api/map-comments.ts', () => ({
  addMapComment: vi.fn<typeof addMapComment>(),
  addCommentPhoto: vi.fn<typeof addCommentPhoto>(),
}));
vi.mock('../portal/item-comments.ts', () => ({
  addItemComment: vi.fn<typeof addItemComment>(),
  listItemComments: vi.fn<typeof listItemComments>(),
}));
vi.mock('../portal/send-feature-change.ts', async (original) => ({
  ...(await original<object>()),
  sendFeatureChange: vi.fn<typeof sendFeatureChange>(),
}));

const local = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => local.get(key) ?? null,
  setItem: (key: string, value: string) => void local.set(key, value),
  removeItem: (key: string) => void local.delete(key),
});

const restUrl = 'https://portal.example/sharing/rest';
const owner: WaitingOwner = { org: 'demo', restUrl, who: 'ada' };
const connectionOf = (author: string) =>
  ({ restUrl, session: { author, token: async () => 't' } }) as unknown as PortalConnection;
const ada = connectionOf('ada');
const unreachable = () => new MappingError('portal:unreachable', 'No.', { status: 0 });

function feature(id: string, parts: Partial<FeatureChange> = {}): NewWaiting {
  const change: FeatureChange = {
    kind: 'update',
    url: 'https://services.example/FeatureServer/0',
    layerTitle: 'Stops',
    title: id,
    objectIdField: 'OBJECTID',
    objectId: 5,
    values: { shelter: 'yes' },
    before: { attributes: { shelter: 'no', name: 'Expo' }, geometry: null },
    fields: { shelter: { label: 'Shelter', type: 'esriFieldTypeString' } },
    shown: null,
    rollsBack: true,
    ...parts,
  };
  return { id, title: 'Transit', subject: { type: 'feature', ...change }, attempted: false };
}
const comment = (id: string, photos: Blob[] = []): NewWaiting => ({
  id,
  title: 'Transit',
  subject: { type: 'comment', wid: 'w', comment: { id, thread: 't', text: 'Yes' }, photos },
  attempted: true,
});

/** Adds changes one millisecond after the other, which is their order. */
async function queue(...all: NewWaiting[]): Promise<void> {
  for (const one of all) {
    await addWaiting(owner, one);
    vi.setSystemTime(Date.now() + 1);
  }
}
const left = async () => (await waitingChanges(owner)).map(({ id }) => id);
const sent = () => vi.mocked(sendFeatureChange).mock.calls.map(([, { title }]) => title);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  stored.clear();
  local.clear();
  vi.resetAllMocks();
  vi.mocked(sendFeatureChange).mockResolvedValue({ state: 'sent' });
  vi.mocked(addMapComment).mockResolvedValue({ id: 'stored' } as Awaited<ReturnType<typeof addMapComment>>);
});

describe('what waits', () => {
  it('is sent in its order and is gone then', async () => {
    await queue(
      feature('one'),
      feature('two', { url: 'https://services.example/FeatureServer/1' }),
      comment('c'),
    );
    expect(waitingMark.get()).toBe(true);
    await sendWaiting('demo', ada);
    expect(sent()).toEqual(['one', 'two']);
    expect(addMapComment).toHaveBeenCalledWith(
      { org: 'demo', wid: 'w' },
      { id: 'c', thread: 't', text: 'Yes' },
    );
    expect(await left()).toEqual([]);
    expect(waitingMark.get()).toBe(false);
  });

  it('stays while nothing responds, and so do later changes of the same layer', async () => {
    await queue(
      feature('one'),
      feature('two'),
      feature('three', { url: 'https://other.example/FeatureServer/0' }),
    );
    vi.mocked(sendFeatureChange).mockRejectedValueOnce(unreachable());
    expect(await sendWaiting('demo', ada)).toBe(true);
    expect(sent()).toEqual(['one', 'three']);
    expect(await waitingChanges(owner)).toMatchObject([
      { id: 'one', attempted: true, failure: undefined },
      { id: 'two', attempted: false },
    ]);
    await sendWaiting('demo', ada);
    // The first attempt may have arrived.
    expect(vi.mocked(sendFeatureChange).mock.calls.map(([, , isRepeated]) => isRepeated)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(await left()).toEqual([]);
  });

  it.each([429, 502, 503, 498])(
    'waits with the reason of a server that may accept it later (%i)',
    async (status) => {
      await queue(feature('one'));
      vi.mocked(sendFeatureChange).mockRejectedValueOnce(new MappingError('portal:x', 'Busy.', { status }));
      expect(await sendWaiting('demo', ada)).toBe(false);
      expect((await waitingChanges(owner))[0]?.failure).toMatchObject({ message: 'Busy.', isFinal: false });
      await sendWaiting('demo', ada);
      expect(await left()).toEqual([]);
    },
  );

  it.each([400, 403, 404, 500])('that is refused (%i) is sent again by its author only', async (status) => {
    await queue(feature('one'), feature('two'));
    vi.mocked(sendFeatureChange).mockRejectedValueOnce(new MappingError('portal:x', 'No.', { status }));
    await sendWaiting('demo', ada);
    expect(await waitingChanges(owner)).toMatchObject([
      { id: 'one', failure: { message: 'No.', isFinal: true } },
    ]);
    await sendWaiting('demo', ada);
    expect(sent()).toEqual(['one', 'two']);
    await sendWaiting('demo', ada, 'one');
    expect(await left()).toEqual([]);
  });

  it('of one person is neither seen nor sent by another one', async () => {
    await queue(feature('one'));
    await sendWaiting('demo', connectionOf('grace'));
    await sendWaiting('demo', connectionOf(''));
    await sendWaiting('other', ada);
    expect(sent()).toEqual([]);
    expect(await waitingChanges({ ...owner, who: 'grace' })).toEqual([]);
    expect(await left()).toEqual(['one']);
  });

  it('is deleted at the sign-out of its owner, by the next page if this one ends before', async () => {
    await queue(feature('one'));
    await addWaiting({ ...owner, org: 'other' }, feature('elsewhere'));
    expect(await waitingChanges({ restUrl, who: 'ada' })).toHaveLength(2);
    await addWaiting({ ...owner, who: 'grace' }, feature('hers'));
    await forgetWaiting({ restUrl, who: 'ada' });
    expect(await waitingChanges({ restUrl, who: 'ada' })).toEqual([]);
    expect(await waitingChanges({ ...owner, who: 'grace' })).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    await queue(feature('later'));
    await forgetLeft();
    expect(await left()).toEqual(['later']);
  });

  it('outlasts a sign-out in another tab, and is sent only after its author has signed in again', async () => {
    fakeFetch({});
    const tokens: string[] = [];
    vi.mocked(sendFeatureChange).mockImplementation(async ({ session }) => {
      tokens.push(await session.token());
      return { state: 'sent' };
    });
    const { connection, otherTabWrote } = await fakeConnection({ saved: savedSignIn() });
    const own: WaitingOwner = { org: 'demo', restUrl: connection.restUrl, who: 'ada' };
    await addWaiting(own, feature('one'));
    otherTabWrote(sessionKey, null);
    // The page is still there until it is loaded again.
    await sendWaiting('demo', connection);
    const grace = await fakeConnection({ saved: savedSignIn({ username: 'grace', token: 'theirs' }) });
    const visitor = await fakeConnection();
    for (const other of [grace, visitor]) {
      await forgetLeft();
      await sendWaiting('demo', other.connection);
      const { author } = other.connection.session;
      expect(await waitingChanges({ ...own, who: author })).toEqual([]);
    }
    expect(tokens).toEqual([]);
    expect(await waitingChanges(own)).toMatchObject([{ id: 'one' }]);
    const again = await fakeConnection({ saved: savedSignIn({ token: 'token-2' }) });
    await sendWaiting('demo', again.connection);
    expect(tokens).toEqual(['token-2']);
    expect(await waitingChanges(own)).toEqual([]);
  });

  it('of a visitor is not sent as the member who signs in meanwhile', async () => {
    const session = { author: '', token: async () => '' };
    const connection = { restUrl, session } as unknown as PortalConnection;
    const visitor = { ...owner, who: '' };
    await addWaiting(visitor, comment('c', [new Blob(['a'])]));
    vi.mocked(addMapComment).mockImplementationOnce(async () => {
      Object.assign(session, { author: 'grace', token: async () => 'theirs' });
      return { id: 'stored' } as Awaited<ReturnType<typeof addMapComment>>;
    });
    await sendWaiting('demo', connection);
    expect(addCommentPhoto).not.toHaveBeenCalled();
    expect(await waitingChanges(visitor)).toMatchObject([{ subject: { stored: 'stored' } }]);
  });

  it('says that its service does not respond although there is a connection', async () => {
    await queue(feature('one'));
    vi.mocked(sendFeatureChange).mockRejectedValue(unreachable());
    vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('Failed to fetch')));
    await sendWaiting('demo', ada);
    expect((await waitingChanges(owner))[0]?.failure).toBeUndefined();
    const requested = vi.fn<typeof fetch>(async () => new Response());
    vi.stubGlobal('fetch', requested);
    await sendWaiting('demo', ada);
    expect(requested).toHaveBeenCalledWith('/health', expect.objectContaining({ method: 'HEAD' }));
    expect((await waitingChanges(owner))[0]?.failure).toMatchObject({
      id: 'layer:unreachable',
      isFinal: false,
    });
  });

  it('is limited in number, size and time', async () => {
    for (let each = 0; each < waitingLimits.changes; each++) await addWaiting(owner, feature(`f${each}`));
    await expect(addWaiting(owner, feature('more'))).rejects.toMatchObject({ id: 'waiting:full' });
    // One more of a feature that waits is none more.
    await addWaiting(owner, feature('f0'));
    vi.setSystemTime(Date.now() + waitingLimits.life + 1);
    expect(await left()).toEqual([]);
    const large = comment('c', [new Blob(['x'.repeat(waitingLimits.bytes)])]);
    await expect(addWaiting(owner, large)).rejects.toMatchObject({ id: 'waiting:full' });
  });
});

describe('a feature', () => {
  it('that somebody has changed waits for a decision', async () => {
    const theirs = { attributes: { shelter: 'broken', name: 'Expo' }, geometry: null };
    await queue(feature('one'));
    vi.mocked(sendFeatureChange).mockResolvedValueOnce({ state: 'other', theirs });
    await sendWaiting('demo', ada);
    await sendWaiting('demo', ada);
    expect(sent()).toEqual(['one']);
    const [change] = await waitingChanges(owner);
    expect(change?.conflict).toEqual({ theirs });
    if (change) await overwrite('demo', ada, change);
    expect(vi.mocked(sendFeatureChange).mock.lastCall?.[1]).toMatchObject({
      values: { shelter: 'yes' },
      before: theirs,
    });
    expect(await left()).toEqual([]);
  });

  it('that is changed again is one change', async () => {
    await queue(feature('one'), feature('one', { values: { name: 'Expo 2' } }));
    await sendWaiting('demo', ada);
    expect(vi.mocked(sendFeatureChange).mock.calls).toHaveLength(1);
    expect(vi.mocked(sendFeatureChange).mock.lastCall?.[1].values).toEqual({
      shelter: 'yes',
      name: 'Expo 2',
    });
  });

  it('that is changed again while it is sent waits as a change of what was sent', async () => {
    await queue(feature('one'));
    vi.mocked(sendFeatureChange).mockImplementationOnce(async () => {
      await addWaiting(owner, feature('one', { values: { name: 'Expo 2' } }));
      return { state: 'sent' };
    });
    await sendWaiting('demo', ada);
    const [change] = await waitingChanges(owner);
    expect(change).toMatchObject({ id: 'one', attempted: false });
    expect(change?.subject).toMatchObject({ before: { attributes: { shelter: 'yes', name: 'Expo' } } });
  });
});

describe('a comment', () => {
  it('on a map is stored once, and photos that are stored are not sent again', async () => {
    const photos = ['a', 'b'].map((name) => new Blob([name]));
    await queue(comment('c', photos));
    vi.mocked(addCommentPhoto).mockResolvedValueOnce(undefined).mockRejectedValueOnce(unreachable());
    await sendWaiting('demo', ada);
    await sendWaiting('demo', ada);
    expect(addMapComment).toHaveBeenCalledOnce();
    const texts = vi.mocked(addCommentPhoto).mock.calls.map(async ([, , photo]) => photo.text());
    expect(await Promise.all(texts)).toEqual(['a', 'b', 'b']);
    expect(await left()).toEqual([]);
  });

  it('on an item is looked for before it is sent again', async () => {
    const waiting: NewWaiting = {
      id: 'i',
      title: 'Parks',
      subject: { type: 'item-comment', itemId: 'm1', text: 'Nice' },
      attempted: true,
    };
    await queue(waiting);
    const there = { id: 'x', owner: 'ada', created: Date.now(), comment: 'Nice' };
    vi.mocked(listItemComments).mockResolvedValueOnce([there]);
    await sendWaiting('demo', ada);
    expect(addItemComment).not.toHaveBeenCalled();
    await queue(waiting);
    vi.mocked(listItemComments).mockResolvedValueOnce([{ ...there, owner: 'grace' }]);
    await sendWaiting('demo', ada);
    expect(addItemComment).toHaveBeenCalledOnce();
  });
});

it('a change may wait only where nothing responded', () => {
  const cause = new TypeError('Failed to fetch');
  expect(hadNoResponse(new MappingError('api:unreachable', 'x', { status: 0, cause }))).toBe(true);
  expect(hadNoResponse(new MappingError('portal:unreachable', 'A proxy responded.', { status: 0 }))).toBe(
    false,
  );
  expect(hadNoResponse(new MappingError('api:timeout', 'x', { status: 0 }))).toBe(false);
  expect(hadNoResponse(new MappingError('database:unreachable', 'x', { status: 503, cause }))).toBe(false);
});
