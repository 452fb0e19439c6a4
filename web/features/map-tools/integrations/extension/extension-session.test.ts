import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../../testing/web/fake-map-model.ts';
import { MappingError } from '../../../../../wire/errors.ts';
import {
  type ExtensionMessage,
  type ExtensionPermission,
  extensionPermissions,
} from '../../../../../wire/extension-messages.ts';
import { type ExtensionMap, openExtensionMap } from '../../../../map/extension/extension-map.ts';
import type { MapModel } from '../../../../map/map-model.ts';
import type { Selected } from '../../../../map/select/selected.ts';
import { createStore } from '../../../../store.ts';
import { startExtensionSession } from './extension-session.ts';

vi.mock('../../../../map/extension/extension-map.ts', () => ({
  openExtensionMap: vi.fn<typeof openExtensionMap>(),
}));
vi.mock('../../../../map/integration-marker/integration-markers.ts', () => ({
  areaOf: () => ({ west: 71, south: 51, east: 72, north: 52, zoom: 12 }),
}));
afterEach(() => vi.clearAllMocks());

type Place = { lat: number; lng: number } | undefined;

function rig({
  permissions = extensionPermissions as readonly ExtensionPermission[],
  mayRead = true,
  map = {} as Partial<ExtensionMap>,
  notify = undefined as ((text: string) => void) | undefined,
} = {}) {
  const selected = createStore<Selected>(new Map());
  const opened: ExtensionMap = {
    selected,
    read: vi.fn<ExtensionMap['read']>(async () => ({ total: 3, features: [] })),
    feature: vi.fn<ExtensionMap['feature']>(async (_layer, id) => ({ id, attributes: { name: 'Oak' } })),
    filter: vi.fn<ExtensionMap['filter']>(async () => 2),
    draw: vi.fn<ExtensionMap['draw']>(),
    close: vi.fn<() => void>(),
    ...map,
  };
  vi.mocked(openExtensionMap).mockResolvedValue(opened);
  const { model } = fakeMapModel({ layers: [fakeLayer(), fakeLayer({ id: 'tiles', hasFeatures: false })] });
  const posted: ExtensionMessage[] = [];
  const asked: ((place: Place) => void)[] = [];
  const session = startExtensionSession(model as unknown as MapModel, {
    title: 'Counter',
    color: '#78a942',
    permissions,
    mayRead,
    notify,
    post: (message) => posted.push(message),
    askPlace(answer) {
      if (asked.length > 0) return 'busy';
      asked.push(answer);
      return 'asked';
    },
  });
  const ask = async (message: Record<string, unknown>) => {
    session.receive(message);
    return vi.waitFor(() => {
      const found = posted.find(
        (each) => 'id' in each && each.type !== 'feature' && each.id === message['id'],
      );
      if (!found) throw new Error('No answer yet');
      return found;
    });
  };
  return { session, model, opened, selected, posted, asked, ask };
}

const requests = {
  goTo: { lat: 51, lng: 71 },
  read: { layer: 'stops', from: 'view' },
  draw: { features: [] },
  askLocation: {},
  filter: { layer: 'stops', where: 'a = 1' },
};

describe('a request', () => {
  it('is answered if its permission is granted', async () => {
    const { ask, model, opened } = rig();
    expect(await ask({ type: 'goTo', id: 1, ...requests.goTo })).toEqual({ type: 'done', id: 1 });
    expect(model.goTo).toHaveBeenCalledWith({ lat: 51, lng: 71 });
    expect(await ask({ type: 'read', id: 2, ...requests.read })).toMatchObject({ value: { total: 3 } });
    expect(await ask({ type: 'draw', id: 3, ...requests.draw })).toEqual({ type: 'done', id: 3 });
    expect(await ask({ type: 'filter', id: 4, ...requests.filter })).toMatchObject({ value: { count: 2 } });
    expect(opened.filter).toHaveBeenCalledWith('stops', 'a = 1');
  });

  it.each(Object.entries(requests))('to %s is refused without it, by its name', async (type, words) => {
    const { ask, model, opened, asked } = rig({ permissions: [] });
    expect(await ask({ type, id: 1, ...words })).toMatchObject({
      type: 'failed',
      reason: 'not-permitted',
      message: expect.stringContaining('has not granted'),
    });
    for (const act of [model.goTo, opened.read, opened.draw, opened.filter])
      expect(act).not.toHaveBeenCalled();
    expect(asked).toEqual([]);
  });

  it.each([
    [{ type: 'read', id: 1, layer: 'other', from: 'view' }, 'unknown-layer'],
    [{ type: 'read', id: 1, layer: 'tiles', from: 'view' }, 'unknown-layer'],
    [{ type: 'read', id: 1, layer: 'stops', from: 'selection', where: 'a = 1' }, 'invalid'],
    [{ type: 'draw', id: 1, features: [{ type: 'Feature' }] }, 'invalid'],
    [{ type: 'token', id: 1 }, 'invalid'],
    [{ id: 1, large: 'x'.repeat(600_000) }, 'invalid'],
  ])('%j is refused with words', async (message, reason) => {
    const { session, posted } = rig();
    session.receive(message);
    await vi.waitFor(() => expect(posted.at(-1)).toMatchObject({ type: 'failed', reason }));
    expect((posted.at(-1) as { message: string }).message.length).toBeGreaterThan(10);
  });

  it('with a bad condition, and one that fails, are distinguished', async () => {
    const read = vi
      .fn<ExtensionMap['read']>()
      .mockRejectedValueOnce(new MappingError('select:bad-condition', 'Bad.'))
      .mockRejectedValueOnce(new Error('at internal.example'));
    const { ask } = rig({ map: { read } });
    expect(await ask({ type: 'read', id: 1, ...requests.read })).toMatchObject({ reason: 'bad-condition' });
    const failed = await ask({ type: 'read', id: 2, ...requests.read });
    expect(failed).toMatchObject({ reason: 'failed' });
    expect(JSON.stringify(failed)).not.toContain('internal');
  });

  it('beyond those that may wait is refused', async () => {
    const read = vi.fn<ExtensionMap['read']>(() => new Promise(() => {}));
    const { session, posted } = rig({ map: { read } });
    for (let id = 0; id <= 20; id++) session.receive({ type: 'read', id, ...requests.read });
    expect(posted.at(-1)).toMatchObject({ type: 'failed', id: 20, reason: 'busy' });
  });

  it('for a place is answered by the user, and only one at a time', async () => {
    const { session, posted, asked, ask } = rig();
    session.receive({ type: 'askLocation', id: 1 });
    expect(await ask({ type: 'askLocation', id: 2 })).toMatchObject({ reason: 'busy' });
    asked[0]?.({ lat: 51, lng: 71 });
    expect(posted.at(-1)).toEqual({ type: 'done', id: 1, value: { lat: 51, lng: 71 } });
    const other = rig();
    other.session.receive({ type: 'askLocation', id: 1 });
    other.asked[0]?.(undefined);
    expect(other.posted.at(-1)).toMatchObject({ type: 'failed', reason: 'cancelled' });
  });

  it('for a notice needs no permission, but an extension without a panel', async () => {
    const notify = vi.fn<(text: string) => void>();
    const { ask } = rig({ permissions: [], notify });
    expect(await ask({ type: 'notify', id: 1, text: 'Reported.' })).toEqual({ type: 'done', id: 1 });
    expect(notify).toHaveBeenCalledWith('Reported.');
    const withPanel = rig();
    expect(await withPanel.ask({ type: 'notify', id: 1, text: 'Reported.' })).toMatchObject({
      reason: 'invalid',
    });
  });

  it('to read features is refused in a map whose author lets readers read none', async () => {
    const { ask } = rig({ mayRead: false });
    expect(await ask({ type: 'read', id: 1, ...requests.read })).toMatchObject({
      reason: 'not-permitted',
      message: expect.stringContaining('author of this map'),
    });
  });
});

describe('an extension receives', () => {
  it('of the map, its view and the selection', async () => {
    const { model, posted, selected } = rig();
    expect(posted).toMatchObject([
      { type: 'map', map: { title: 'City', layers: [{ id: 'stops', hasFeatures: true }, { id: 'tiles' }] } },
      { type: 'view', view: { lat: 51.16, west: 71 } },
    ]);
    (model.state as ReturnType<typeof createStore<object>>).set({
      ...model.state.get(),
      place: { lat: 50, lng: 70, zoom: 3, rotation: 0 },
    });
    expect(posted.at(-1)).toMatchObject({ type: 'view', view: { lat: 50 } });
    await vi.waitFor(() => {
      selected.set(new Map([['stops', [1, 2]]]));
      expect(posted.at(-1)).toEqual({ type: 'selection', layers: [{ layer: 'stops', count: 2 }] });
    });
  });

  it('nothing without a permission but its own button, and of the feature only the id', async () => {
    const { session, posted, opened } = rig({ permissions: ['graphics'] });
    await session.press('stops', 7);
    expect(posted).toEqual([{ type: 'feature', layer: 'stops', id: 7 }]);
    expect(opened.feature).not.toHaveBeenCalled();
  });

  it('the feature of its button, if it may read features', async () => {
    const { session, posted } = rig({ permissions: ['features'] });
    await session.press('stops', 7);
    expect(posted.at(-1)).toMatchObject({ id: 7, feature: { attributes: { name: 'Oak' } } });
  });

  it('nothing after it was stopped, and what it did is removed', async () => {
    const { session, posted, opened, ask } = rig();
    await ask({ type: 'draw', id: 1, ...requests.draw });
    const before = posted.length;
    session.stop();
    session.receive({ type: 'goTo', id: 2, ...requests.goTo });
    await vi.waitFor(() => expect(opened.close).toHaveBeenCalledOnce());
    expect(posted).toHaveLength(before);
  });
});
