import { watch } from '@arcgis/core/core/reactiveUtils.js';
import {
  getTimeExtentFromLayers,
  getTimeSliderSettingsFromWebDocument,
} from '@arcgis/core/support/timeUtils.js';
import TimeSliderViewModel from '@arcgis/core/widgets/TimeSlider/TimeSliderViewModel.js';
import { mapTimeZone } from '../layers/time-zone.ts';
import type { MapInternals } from '../map-model.ts';
import { createStore } from '../../store.ts';
import { positionsOf, spanOf, type TimeControl, type TimeState } from './time.ts';

/** Steps where the author of the map gave none. */
const usualStops = 10;

/** The time of the map's author, or of its layers. */
export async function openTime({ view, onLeave }: MapInternals): Promise<TimeControl> {
  await view.when();
  const settings = await getTimeSliderSettingsFromWebDocument(view.map).catch(() => null);
  const model = new TimeSliderViewModel({ mode: 'time-window', loop: true, stops: { count: usualStops } });
  if (settings) Object.assign(model, settings);
  else {
    const layers =
      view.map?.allLayers.filter((layer) => 'timeInfo' in layer && Boolean(layer.timeInfo)) ?? [];
    const whole = await getTimeExtentFromLayers(layers).catch(() => null);
    if (whole && !whole.isAllTime) model.fullTimeExtent = whole;
  }
  model.view = view;
  const read = (): TimeState => {
    const stops = (model.effectiveStops ?? []).map((date) => date.getTime());
    const { mode, loop, playRate: pace } = model;
    const positions = positionsOf(mode, model.timeExtent ?? null, stops);
    const ready = stops.length > 1 && positions.length > 0;
    return {
      status: ready ? 'ready' : 'none',
      mode,
      stops,
      positions,
      playing: model.state === 'playing',
      loop,
      pace,
    };
  };
  const state = createStore(read());
  const handle = watch(read, (now) => state.set(now));
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    unregister();
    handle.remove();
    model.stop();
    model.destroy();
    if (!view.destroyed) view.timeExtent = null;
  };
  const unregister = onLeave(close);
  return {
    state,
    timeZone: mapTimeZone(view.timeZone),
    setPositions(positions) {
      const span = spanOf(model.mode, positions, state.get().stops);
      if (!span) return;
      model.stop();
      model.timeExtent = span;
      state.set(read());
    },
    play: () => model.play(),
    pause: () => model.stop(),
    next: () => model.next(),
    previous: () => model.previous(),
    setLoop: (on) => (model.loop = on),
    setPace: (milliseconds) => (model.playRate = milliseconds),
    close,
  };
}
