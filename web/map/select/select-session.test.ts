import Collection from '@arcgis/core/core/Collection.js';
import Extent from '@arcgis/core/geometry/Extent.js';
import Point from '@arcgis/core/geometry/Point.js';
import { describe, expect, it, vi } from 'vitest';
import { beginSelection, clearSelection, selectIn } from './selected.ts';
import { openSelect } from './select-session.ts';

// The SDK draws with a widget that needs a browser.
const stop = vi.hoisted(() => vi.fn<() => void>());
vi.mock('./draw-shapes.ts', () => ({
  drawShapes: () => ({ draw: async () => new Point({ x: 1, y: 1 }), stop, close: () => {} }),
}));

type Answer = (ids: readonly number[]) => void;

/** Two layers that answer when a test wants it, in a view. */
function rig() {
  const answers: Answer[] = [];
  const queries: object[] = [];
  const layers = ['stops', 'roads'].map((id) => ({
    id,
    type: 'feature',
    load: async () => {},
    queryObjectIds: (query: object) => {
      queries.push(query);
      return new Promise<readonly number[]>((resolve) => answers.push(resolve));
    },
  }));
  const chosen = new Map<unknown, readonly number[]>();
  const listeners = new Set<() => void>();
  const selectionManager = {
    sources: { includes: () => true },
    get selections() {
      return [...chosen].map(([layer, selection]) => ({ layer, selection }));
    },
    on: (_name: string, listener: () => void) => listeners.add(listener),
    replace(layer: unknown, selection: number[]) {
      chosen.set(layer, selection);
      for (const listener of listeners) listener();
    },
    clear() {
      chosen.clear();
      for (const listener of listeners) listener();
    },
  };
  const view = {
    selectionManager,
    extent: new Extent({ xmin: 0, ymin: 0, xmax: 9, ymax: 9 }),
    map: { layers: new Collection(layers as never[]) },
  };
  const session = openSelect({ view, onLeave: () => () => {} } as never);
  return {
    session,
    queries,
    view: view as unknown as Parameters<typeof beginSelection>[0],
    layer: (id: string) =>
      layers.find((layer) => layer.id === id) as unknown as Parameters<typeof selectIn>[1],
    selected: () => Object.fromEntries(session.selected.get()),
    isAsked: () => vi.waitFor(() => expect(answers.length).toBeGreaterThan(0)),
    /** Answers a query, in the order in which they were made. */
    async answer(number: number, ids: readonly number[]) {
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(number));
      answers[number]?.(ids);
    },
  };
}

const stops = { layerIds: ['stops'], how: 'replace' } as const;
const both = { layerIds: ['stops', 'roads'], how: 'replace' } as const;

describe('a selection whose features are found late', () => {
  it('does not replace one that began after it', async () => {
    const { session, selected, answer } = rig();
    const first = session.inView(both);
    await answer(1, [5]);
    const second = session.byCondition('1=1', stops);
    await answer(2, [2]);
    await second;
    await answer(0, [1]);
    await first;
    expect(selected()).toEqual({ stops: [2] });
  });

  it.each([
    ['by a shape', (session: ReturnType<typeof openSelect>) => session.draw('lasso', stops)],
    ['in the view', (session: ReturnType<typeof openSelect>) => session.inView(stops)],
    ['by inversion', (session: ReturnType<typeof openSelect>) => session.invert('stops')],
  ])('is not selected after it was cleared, %s', async (_how, begin) => {
    const { session, selected, answer, isAsked } = rig();
    const begun = begin(session);
    await isAsked();
    session.clear();
    await answer(0, [1]);
    await begun;
    expect(selected()).toEqual({});
  });

  it('is selected in the layers that were not cleared', async () => {
    const { session, selected, answer } = rig();
    const begun = session.inView(both);
    session.clear('stops');
    await answer(0, [1]);
    await answer(1, [2]);
    await begun;
    expect(selected()).toEqual({ roads: [2] });
  });

  it('is not selected after the tool was closed', async () => {
    const { session, selected, answer } = rig();
    const begun = session.inView(stops);
    session.close();
    await answer(0, [1]);
    await begun;
    expect(selected()).toEqual({});
  });

  it('is not selected after its signal was aborted', async () => {
    const { session, selected, answer } = rig();
    const asking = new AbortController();
    const begun = session.byCondition('1=1', stops, asking.signal);
    asking.abort();
    await answer(0, [1]);
    await expect(begun).rejects.toThrow(/abort/);
    expect(selected()).toEqual({});
  });

  it('does not replace a selection of another tool, nor one that is cleared there', async () => {
    const { session, view, layer, selected, answer } = rig();
    const begun = session.inView(both);
    beginSelection(view, ['stops']);
    selectIn(view, layer('stops'), [7]);
    await answer(0, [1]);
    await answer(1, [2]);
    await begun;
    expect(selected()).toEqual({ stops: [7] });
    const again = session.inView(stops);
    clearSelection(view, layer('stops'));
    await answer(2, [1]);
    await again;
    expect(selected()).toEqual({});
  });
});

it('looks for the features of the moment that a layer shows', async () => {
  const { session, queries, layer, answer } = rig();
  const historicMoment = new Date(Date.UTC(2026, 0, 1));
  Object.assign(layer('stops'), { historicMoment });
  const found = session.byCondition('1=1', both);
  await answer(0, [1]);
  await answer(1, [2]);
  await found;
  const inverted = session.invert('stops');
  await answer(2, [3]);
  await inverted;
  expect(queries).toMatchObject([{ historicMoment }, {}, { historicMoment }]);
  expect(queries[1]).not.toHaveProperty('historicMoment');
});

it.each([
  ['the view', (session: ReturnType<typeof openSelect>) => session.inView(stops)],
  ['a condition', (session: ReturnType<typeof openSelect>) => session.byCondition('1=1', stops)],
  ['inversion', (session: ReturnType<typeof openSelect>) => session.invert('stops')],
])('selecting by %s ends what is being drawn', async (_how, begin) => {
  const { session, answer } = rig();
  stop.mockClear();
  const begun = begin(session);
  expect(stop).toHaveBeenCalledOnce();
  await answer(0, [1]);
  await begun;
});
