// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { countFeatures, setLayerFilter } from '../../../map/layers/layer-fields.ts';
import { openSelect } from '../../../map/select/select.ts';
import { createStore } from '../../../store.ts';
import { connectPage } from './connect-page.ts';

vi.mock('../../../map/layers/layer-fields.ts', () => ({
  countFeatures: vi.fn<typeof countFeatures>(),
  setLayerFilter: vi.fn<typeof setLayerFilter>(),
}));
vi.mock('../../../map/select/select.ts', () => ({ openSelect: vi.fn<typeof openSelect>() }));

const site = 'https://www.harbour.example';
const page = { postMessage: vi.fn<(message: unknown, origin: string) => void>() };
let disconnect = () => {};

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(window, 'parent', 'get').mockReturnValue(page as unknown as Window & typeof globalThis);
});
afterEach(() => {
  disconnect();
  vi.restoreAllMocks();
});

function open(sites = [site]) {
  const map = fakeMapModel({
    title: 'Harbour',
    layers: [
      fakeLayer({ id: 'quays', title: 'Quays', filter: "state = 'open'" }),
      fakeLayer({ id: 'photo', title: 'Photo', kind: 'imagery', hasFeatures: false }),
    ],
  });
  disconnect = connectPage(map.model, sites);
  return map;
}

function send(data: unknown, { origin = site, source = page as unknown as Window } = {}) {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
}

const command = (parts: object) => ({ mapping: 1, id: 7, ...parts });
const posted = () => page.postMessage.mock.calls;

describe('an embedded map', () => {
  it('introduces itself to a page of an allowed site', () => {
    open();
    expect(posted()).toEqual([]);
    send({ mapping: 1, type: 'hello' });
    expect(posted()).toEqual([
      [
        {
          mapping: 1,
          type: 'ready',
          title: 'Harbour',
          layers: [
            { id: 'quays', title: 'Quays', hasFeatures: true },
            { id: 'photo', title: 'Photo', hasFeatures: false },
          ],
        },
        site,
      ],
    ]);
  });

  it('ignores other sites and other windows', () => {
    const { model } = open();
    const move = command({ type: 'goTo', lat: 1, lng: 2 });
    send(move, { origin: 'https://other.example' });
    send(move, { source: window });
    send({ type: 'goTo', lat: 1, lng: 2 });
    expect([model.goTo.mock.calls, posted()]).toEqual([[], []]);
  });

  it('moves', async () => {
    const { model } = open();
    send(command({ type: 'goTo', lat: 51, lng: 4, zoom: 12, rotation: 360 }));
    await vi.waitFor(() => expect(posted()).toEqual([[{ mapping: 1, type: 'done', id: 7 }, site]]));
    expect(model.goTo).toHaveBeenCalledWith({ lat: 51, lng: 4, zoom: 12, rotation: 0 });
  });

  it('is filtered in addition to the filter of its author', async () => {
    vi.mocked(countFeatures).mockResolvedValue(3);
    open();
    send(command({ type: 'filter', layer: 'quays', where: 'depth > 5' }));
    send(command({ id: 8, type: 'filter', layer: 'quays', where: '' }));
    await vi.waitFor(() => expect(posted()).toHaveLength(2));
    expect(posted().map(([message]) => message)).toEqual([
      { mapping: 1, type: 'done', id: 7, count: 3 },
      { mapping: 1, type: 'done', id: 8, count: 3 },
    ]);
    expect(vi.mocked(setLayerFilter).mock.calls.map(([, , where]) => where)).toEqual([
      "(state = 'open') AND (depth > 5)",
      "state = 'open'",
    ]);
  });

  it('selects features and goes to them', async () => {
    const goTo = vi.fn<(layer?: string) => Promise<void>>(async () => {});
    const session = {
      selected: createStore(new Map([['quays', [4, 9]]])),
      byCondition: async () => {},
      goTo,
      close: () => {},
    };
    vi.mocked(openSelect).mockResolvedValue(session as unknown as Awaited<ReturnType<typeof openSelect>>);
    open();
    send(command({ type: 'select', layer: 'quays', where: 'depth > 5' }));
    await vi.waitFor(() => expect(posted()[0]?.[0]).toMatchObject({ type: 'done', count: 2 }));
    expect(goTo).toHaveBeenCalledWith('quays');
  });

  it('selects by the next command after the code for it could not be loaded', async () => {
    const session = { selected: createStore(new Map()), byCondition: async () => {}, close: () => {} };
    vi.mocked(openSelect)
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(session as unknown as Awaited<ReturnType<typeof openSelect>>);
    open();
    const select = { type: 'select', layer: 'quays', where: 'depth > 5' };
    send(command(select));
    send(command({ ...select, id: 8 }));
    await vi.waitFor(() => expect(posted()).toHaveLength(2));
    expect(posted().map(([message]) => message)).toMatchObject([{ type: 'failed' }, { type: 'done', id: 8 }]);
  });

  it.each([
    ['unknown-layer', { type: 'filter', layer: 'photo', where: '' }],
    ['bad-condition', { type: 'filter', layer: 'quays', where: 'depth >' }],
    ['invalid', { type: 'goTo', lat: 100, lng: 4 }],
    ['invalid', { type: 'explode' }],
  ])('answers what it cannot do with the reason %s', async (reason, parts) => {
    vi.mocked(countFeatures).mockRejectedValue(new Error('400'));
    open();
    send(command(parts));
    await vi.waitFor(() => expect(posted()[0]?.[0]).toMatchObject({ type: 'failed', id: 7, reason }));
    expect(setLayerFilter).not.toHaveBeenCalled();
  });

  it('does not call a condition bad when the layer cannot be reached', async () => {
    vi.mocked(countFeatures).mockRejectedValue(new TypeError('Failed to fetch'));
    open();
    send(command({ type: 'filter', layer: 'quays', where: 'depth > 5' }));
    await vi.waitFor(() => expect(posted()[0]?.[0]).toMatchObject({ type: 'failed', reason: 'invalid' }));
  });

  it('lets few commands wait', () => {
    open();
    for (let id = 0; id < 25; id += 1) send(command({ id, type: 'goTo', lat: 1, lng: 2 }));
    const refused = posted().filter(([message]) => (message as { reason?: string }).reason === 'busy');
    expect(refused).toHaveLength(5);
  });

  it('reports where it is and which feature is open', () => {
    const { set } = open();
    send({ mapping: 1, type: 'hello' });
    page.postMessage.mockClear();
    set({ place: { lat: 1, lng: 2, zoom: 3, rotation: 0 } });
    set({ selected: { layer: 'quays', id: 4 } });
    set({ selected: undefined });
    expect(posted().map(([message]) => message)).toEqual([
      { mapping: 1, type: 'view', lat: 1, lng: 2, zoom: 3, rotation: 0 },
      { mapping: 1, type: 'feature', layer: 'quays', feature: 4 },
      { mapping: 1, type: 'feature' },
    ]);
  });
});
