import Collection from '@arcgis/core/core/Collection.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import { afterEach, expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { makeRenderer } from './make-renderer.ts';
import { openStyle } from './style-session.ts';

vi.mock('./make-renderer.ts', async (original) => ({
  ...(await original<object>()),
  makeRenderer: vi.fn<typeof makeRenderer>(),
}));

afterEach(() => void vi.useRealTimers());

async function rig() {
  const layer = new FeatureLayer({
    id: 'stops',
    source: [],
    geometryType: 'point',
    fields: [{ name: 'n', alias: 'n', type: 'integer' }],
    renderer: new SimpleRenderer(),
  });
  layer.load = async () => layer;
  layer.queryFeatureCount = async () => 1;
  const view = { map: { layers: new Collection([layer]) }, destroyed: false, scale: 1000 };
  const internals = { view, source: {} } as unknown as MapInternals;
  const made = new SimpleRenderer({ label: 'made' });
  vi.mocked(makeRenderer).mockReset().mockResolvedValue(made);
  const open = () => openStyle(internals, 'stops');
  return { layer, view, made, open, session: await open() };
}

it('an expression is drawn after a pause, and at once when its panel is left', async () => {
  vi.useFakeTimers();
  const { layer, made, session, open } = await rig();
  session.requestSoon({ kind: 'color', expression: '1' });
  session.requestSoon({ kind: 'color', expression: '12' });
  await vi.advanceTimersByTimeAsync(700);
  expect(makeRenderer).not.toHaveBeenCalled();
  session.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.mocked(makeRenderer).mock.calls.map(([, , order]) => order.expression)).toEqual(['12']);
  expect((layer.renderer as SimpleRenderer).label).toBe(made.label);
  const next = await open();
  next.requestSoon({ kind: 'color', expression: '3' });
  await vi.advanceTimersByTimeAsync(800);
  next.close();
  await vi.advanceTimersByTimeAsync(800);
  expect(makeRenderer).toHaveBeenCalledTimes(2);
});

it('a style that is computed while its panel is left is drawn, unless another follows or the map is left', async () => {
  const { layer, view, session, open } = await rig();
  const answers: (() => void)[] = [];
  vi.mocked(makeRenderer).mockImplementation(
    (_layer, _view, { kind }) =>
      new Promise((resolve) => answers.push(() => resolve(new SimpleRenderer({ label: kind })))),
  );
  const label = () => (layer.renderer as SimpleRenderer).label;
  const first = session.request({ kind: 'size' });
  session.close();
  answers[0]?.();
  await first;
  expect(label()).toBe('size');
  const later = await open();
  const second = later.request({ kind: 'color' });
  later.close();
  const last = await open();
  const third = last.request({ kind: 'types' });
  answers[2]?.();
  await third;
  answers[1]?.();
  await second;
  expect(label()).toBe('types');
  const fourth = last.request({ kind: 'heatmap' });
  view.destroyed = true;
  answers[3]?.();
  await fourth;
  expect(label()).toBe('types');
});

it('a style that is computed while the layer is changed elsewhere, as by undo, is not drawn', async () => {
  const { layer, session } = await rig();
  let answer = () => {};
  vi.mocked(makeRenderer).mockImplementation(
    () => new Promise((resolve) => (answer = () => resolve(new SimpleRenderer({ label: 'late' })))),
  );
  for (const label of ['undone', 'undone after the panel was left']) {
    const requested = session.request({ kind: 'size' });
    if (label !== 'undone') session.close();
    layer.renderer = new SimpleRenderer({ label });
    expect(session.state.get().working).toBe(false);
    answer();
    // oxlint-disable-next-line no-await-in-loop
    await requested;
    expect((layer.renderer as SimpleRenderer).label).toBe(label);
  }
});

it('a style that is computed does not replace what is changed by hand meanwhile', async () => {
  const { layer, session } = await rig();
  layer.renderer = new SimpleRenderer({ symbol: new SimpleMarkerSymbol({ color: '#0000ff' }) });
  let answer = () => {};
  vi.mocked(makeRenderer).mockImplementation(
    () => new Promise((resolve) => (answer = () => resolve(new SimpleRenderer({ label: 'late' })))),
  );
  const requested = session.request({ kind: 'size' });
  expect(session.state.get().working).toBe(true);
  session.setSymbol({ color: '#ff0000' });
  expect(session.state.get().working).toBe(false);
  answer();
  await requested;
  const { label, symbol } = layer.renderer as SimpleRenderer;
  expect([label, symbol?.color?.toHex()]).toEqual([null, '#ff0000']);
});

it('what is computed in addition to a style is not ended by its changes', async () => {
  const { session } = await rig();
  const requested = session.setVariable('rotation', undefined);
  session.setInLegend(false);
  expect(session.state.get().working).toBe(true);
  await requested;
  expect(session.state.get().working).toBe(false);
});
