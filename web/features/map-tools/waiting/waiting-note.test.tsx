import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { FeatureChange } from '../../../../wire/waiting-changes.ts';
import { WaitingKeeper } from '../../../app/waiting-keeper.tsx';
import { mayLeave } from '../../../context/before-leaving.ts';
import { overwrite, sendWaiting } from '../../../waiting/send-waiting.ts';
import type { WaitingChange, WaitingSubject } from '../../../waiting/waiting-store.ts';
import { openWaitingFeatures, type WaitingFeatures } from '../../../map/edit/edit-queue.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { WaitingNote } from './waiting-note.tsx';

const { store } = vi.hoisted(() => ({
  store: {
    changes: [] as unknown[],
    listeners: new Set<(isNew: boolean) => void>(),
    forgotten: [] as unknown[],
    reading: Promise.resolve(),
  },
}));
vi.mock('../../../waiting/waiting-store.ts', async (original) => ({
  ...(await original<object>()),
  waitingChanges: async () => {
    await store.reading;
    return store.changes;
  },
  onWaiting: (listener: () => void) => {
    store.listeners.add(listener);
    return () => store.listeners.delete(listener);
  },
  dropWaiting: async ({ id }: WaitingChange) =>
    setChanges(...(store.changes as WaitingChange[]).filter((one) => one.id !== id)),
}));
vi.mock('../../../waiting/forget-waiting.ts', () => ({
  forgetWaiting: async (left: unknown) => void store.forgotten.push(left),
  forgetLeft: async () => {},
}));
vi.mock('../../../waiting/send-waiting.ts', async (original) => ({
  ...(await original<object>()),
  sendWaiting: vi.fn<typeof sendWaiting>(async () => false),
  overwrite: vi.fn<typeof overwrite>(async () => {}),
}));
vi.mock('../../../map/edit/edit-queue.ts', async (original) => ({
  ...(await original<object>()),
  openWaitingFeatures: vi.fn<typeof openWaitingFeatures>(),
}));

const drawn = {
  has: vi.fn<WaitingFeatures['has']>(() => true),
  draw: vi.fn<WaitingFeatures['draw']>(),
  show: vi.fn<WaitingFeatures['show']>(),
  refresh: vi.fn<WaitingFeatures['refresh']>(),
  close: vi.fn<() => void>(),
};
const url = 'https://services.example/FeatureServer/0';
const point = { x: 1, y: 2 };
const stop: { type: 'feature' } & FeatureChange = {
  type: 'feature',
  kind: 'update',
  url,
  layerTitle: 'Stops',
  title: 'Expo',
  objectIdField: 'OBJECTID',
  objectId: 5,
  values: { shelter: 'y' },
  before: { attributes: { shelter: 'n', name: 'Expo' }, geometry: point },
  fields: {
    name: { label: 'Name', type: 'esriFieldTypeString' },
    shelter: {
      label: 'Shelter',
      type: 'esriFieldTypeString',
      domain: {
        type: 'codedValue',
        codedValues: [
          { name: 'Yes', code: 'y' },
          { name: 'Broken', code: 'b' },
        ],
      },
    },
  },
  shown: point,
  rollsBack: true,
};
const comment: WaitingSubject = {
  type: 'comment',
  wid: 'w',
  comment: { id: 'c', thread: 't', text: 'Is it still here?' },
  photos: [],
};

function change(id: string, subject: WaitingSubject, parts: Partial<WaitingChange> = {}): WaitingChange {
  const owner = { org: 'demo', restUrl: 'https://portal.example/arcgis/sharing/rest', who: 'ada' };
  return {
    id,
    title: 'Transit',
    subject,
    ...owner,
    attempted: false,
    at: Date.now(),
    revision: '1',
    bytes: 10,
    ...parts,
  };
}

function setChanges(...changes: WaitingChange[]): void {
  store.changes = changes;
  for (const listener of store.listeners) listener(false);
}

beforeEach(() => {
  vi.clearAllMocks();
  store.changes = [];
  store.forgotten = [];
  store.reading = Promise.resolve();
  vi.mocked(openWaitingFeatures).mockResolvedValue(drawn);
});

async function open(...changes: WaitingChange[]) {
  store.changes = changes;
  const context = await fakeContext({ signedIn: true });
  const focusMap = vi.fn<() => void>();
  const { model } = fakeMapModel(
    { layers: [fakeLayer({ editable: true })] },
    { view: { focus: focusMap } as never },
  );
  const view = show(
    <MapModelContext value={model}>
      <WaitingNote />
      <WaitingKeeper />
    </MapModelContext>,
    { context },
  );
  const openList = async () => {
    await view.person.click(await screen.findByRole('button', { name: 'Show list' }));
    return within(screen.getByRole('region', { name: 'Changes that wait' }));
  };
  return { ...view, context, openList, focusMap };
}
const during = (work: () => void) => act(async () => work());

it('shows and announces how much waits, draws it, and loads the layer again once it was sent', async () => {
  const { openList, person } = await open(change('one', stop), change('two', comment));
  expect((await screen.findByRole('note')).textContent).toContain('2 changes wait for a connection');
  expect(screen.getByRole('status').textContent).toBe('2 changes wait for a connection');
  await vi.waitFor(() =>
    expect(drawn.draw).toHaveBeenLastCalledWith([{ id: 'one', url, kind: 'update', geometry: point }]),
  );
  const list = await openList();
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Stops: ExpoChanged feature · Transit · .*Waits for a connection/),
    expect.stringMatching(/^Is it still here\?Comment · Transit · /),
  ]);
  await person.click(list.getByRole('button', { name: 'Show on the map' }));
  expect(drawn.show).toHaveBeenCalledWith('one');
  await during(() => setChanges());
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('No more changes wait'));
  expect(drawn.refresh).toHaveBeenCalledWith(url);
  expect(screen.queryByRole('note')).toBeNull();
});

it('shows both values of a feature that somebody has changed, and sends or discards on request', async () => {
  const theirs = { attributes: { shelter: 'b', name: null }, geometry: { x: 5, y: 5 } };
  const { openList, person } = await open(change('one', stop, { conflict: { theirs } }));
  const list = await openList();
  expect(screen.getAllByRole('note')[0]?.textContent).toContain('1 change needs your decision');
  const values = within(list.getByRole('list', { name: 'In the layer now, and yours' })).getAllByRole(
    'listitem',
  );
  expect(values.map(({ textContent }) => textContent)).toEqual([
    'NameNow: emptyYours: not changed',
    'ShelterNow: BrokenYours: Yes',
    'The shape was changed.',
  ]);
  await person.click(list.getByRole('button', { name: 'Send mine' }));
  expect(overwrite).toHaveBeenCalledOnce();
  await person.click(list.getByRole('button', { name: 'Keep theirs' }));
  await vi.waitFor(() => expect(screen.queryByRole('note')).toBeNull());
});

it('offers no overwriting of a feature that is gone and known in part only', async () => {
  const partial = { ...stop, before: { attributes: { shelter: 'n' } } };
  const { openList } = await open(change('one', partial, { conflict: { theirs: null } }));
  const list = await openList();
  expect(list.getByText('Somebody has deleted this feature since you opened it.')).toBeDefined();
  expect(list.queryByRole('button', { name: 'Send mine' })).toBeNull();
});

it('says why a change was refused, which can be sent again or, after a question, discarded', async () => {
  const failure = {
    id: 'edit:refused',
    message: 'x',
    status: 400,
    faults: [{ path: 'feature', message: 'x', values: { reason: 'Too long.' } }],
    isFinal: true,
  };
  const { openList, person, context } = await open(change('one', stop, { failure }));
  const list = await openList();
  expect(list.getByText('Couldn’t be sent. The layer didn’t accept the change. Too long.')).toBeDefined();
  await person.click(list.getByRole('button', { name: 'Try again' }));
  expect(sendWaiting).toHaveBeenLastCalledWith('demo', context.connection, 'one');
  await person.click(list.getByRole('button', { name: 'Discard' }));
  await person.click(list.getByRole('button', { name: 'Keep' }));
  expect(store.changes).toHaveLength(1);
  await person.click(list.getByRole('button', { name: 'Discard' }));
  await person.click(list.getByRole('button', { name: 'Discard' }));
  await vi.waitFor(() => expect(store.changes).toEqual([]));
});

it('moves the focus of a row that is gone to the list, and of the last one to the map', async () => {
  const { openList, person, focusMap } = await open(change('one', stop), change('two', comment));
  const list = await openList();
  const discardFirst = async () => {
    await person.click(list.getAllByRole('button', { name: 'Discard' })[0]!);
    await person.click(list.getAllByRole('button', { name: 'Discard' })[0]!);
  };
  await discardFirst();
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Changes that wait' })),
  );
  await discardFirst();
  await vi.waitFor(() => expect(focusMap).toHaveBeenCalledOnce());
});

it('moves the focus to the map when everything is sent while the button of the list has it', async () => {
  const { person, focusMap } = await open(change('one', stop));
  await person.click(await screen.findByRole('button', { name: 'Show list' }));
  await during(() => setChanges());
  await vi.waitFor(() => expect(focusMap).toHaveBeenCalledOnce());
});

it('leaves the focus elsewhere when everything is sent', async () => {
  const { focusMap } = await open(change('one', stop));
  await screen.findByRole('note');
  await during(() => setChanges());
  await vi.waitFor(() => expect(screen.queryByRole('note')).toBeNull());
  // As long as a lost focus takes to be moved.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  expect(focusMap).not.toHaveBeenCalled();
});

it('sends at once and when the browser is online again, and asks before a sign-out deletes it', async () => {
  const { person, context } = await open(change('one', stop));
  await vi.waitFor(() => expect(sendWaiting).toHaveBeenCalledOnce());
  await during(() => void window.dispatchEvent(new Event('online')));
  expect(sendWaiting).toHaveBeenCalledTimes(2);
  const stays = mayLeave('page');
  await person.click(await screen.findByRole('button', { name: 'Stay signed in' }));
  expect(await stays).toBe(false);
  const leaves = mayLeave('page');
  expect((await screen.findByRole('dialog')).textContent).toContain(
    '1 change waits for a connection on this device. Signing out deletes what isn’t sent.',
  );
  await person.click(await screen.findByRole('button', { name: 'Sign out and delete' }));
  expect(await leaves).toBe(true);
  // Another question may keep them signed in.
  expect(store.forgotten).toEqual([]);
  await during(() => context.connection.session.signOut());
  expect(store.forgotten).toEqual([{ restUrl: context.connection.restUrl, who: 'ada' }]);
});

describe('a sign-out while what waits is still read', () => {
  it('asks', async () => {
    const reading = Promise.withResolvers<void>();
    store.reading = reading.promise;
    const { person } = await open(change('one', stop));
    const leaves = mayLeave('page');
    reading.resolve();
    await person.click(await screen.findByRole('button', { name: 'Stay signed in' }));
    expect(await leaves).toBe(false);
  });

  it('does not ask where nothing waits', async () => {
    const reading = Promise.withResolvers<void>();
    store.reading = reading.promise;
    await open();
    const leaves = mayLeave('page');
    reading.resolve();
    expect(await leaves).toBe(true);
  });

  it('does not wait for a browser whose storage does not respond', async () => {
    store.reading = Promise.withResolvers<void>().promise;
    await open(change('one', stop));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const leaves = mayLeave('page');
    await vi.advanceTimersByTimeAsync(5000);
    expect(await leaves).toBe(true);
  });
});
