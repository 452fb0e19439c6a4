import { expect, it, vi } from 'vitest';
import type { LinkedFeature } from '../../../wire/url-state.ts';
import { followSelected, Stops } from './arcgis-map-model.ts';
import type { PopupElement } from './tools/popup-element.ts';

function rig() {
  const popup = Object.assign(new EventTarget(), { open: false, selectedFeature: null }) as unknown as {
    -readonly [Name in keyof PopupElement]: PopupElement[Name];
  };
  const notify = vi.fn<(feature: LinkedFeature | undefined) => void>();
  followSelected(popup as PopupElement, notify);
  const change = (parts: { open?: boolean; selectedFeature?: unknown }, event = 'arcgisPropertyChange') => {
    Object.assign(popup, parts);
    popup.dispatchEvent(new Event(event));
  };
  return { notify, change };
}

const feature = (layer: object | null, id: unknown) => ({ layer, getObjectId: () => id });

it('reports the feature of an open popup, and none when it closes', () => {
  const { notify, change } = rig();
  change({ open: true, selectedFeature: feature({ id: 'stops' }, 7) });
  expect(notify).toHaveBeenLastCalledWith({ layer: 'stops', id: 7 });
  change({ open: false }, 'arcgisClose');
  expect(notify).toHaveBeenLastCalledWith(undefined);
});

it('reports none for features that cannot be found again', () => {
  const { notify, change } = rig();
  change({ open: true, selectedFeature: feature(null, 7) });
  change({ selectedFeature: feature({ id: 'drawings' }, null) });
  change({ selectedFeature: null });
  expect(notify.mock.calls).toEqual([[undefined], [undefined], [undefined]]);
});

it('stops everything when the map is left, apart from what stopped before, also if one of them fails', () => {
  const report = vi.fn<(cause: unknown) => void>();
  vi.stubGlobal('reportError', report);
  const stops = new Stops();
  const [before, last] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const fault = new Error('failed');
  const unregister = stops.add(before);
  stops.add(() => {
    throw fault;
  });
  stops.add(last);
  unregister();
  stops.run();
  stops.run();
  expect(before).not.toHaveBeenCalled();
  expect(last).toHaveBeenCalledOnce();
  expect(report.mock.calls).toEqual([[fault]]);
  vi.unstubAllGlobals();
});
