import type WebMap from '@arcgis/core/WebMap.js';
import type { MapInternals } from '../../map-model.ts';
import { addInnerStyle } from './inner-style.ts';
import { nameThumbs, type TimeWords } from './name-thumbs.ts';

/**
 * The track runs from left to right in every language, as the SDK's code moves it, so the dates around it and the buttons
 * do as well; each date keeps the direction of its language. It is no wider than the panel, and its buttons are as wide as
 * a finger.
 */
const rules = `
  calcite-action, calcite-button { min-inline-size: 44px; }
  .esri-time-slider { min-width: 0; }
  .esri-time-slider .esri-time-slider__row { direction: ltr; }
  .esri-time-slider .esri-time-slider__row:nth-child(3) { height: 44px; align-items: center; }
  .esri-time-slider .esri-time-slider__min { margin-inline-start: 12px; }
  .esri-time-slider .esri-time-slider__max { margin-inline-end: 12px; }
`;

/** The time of the map's author, or of its layers; leaving the tool shows every time again. */
export function beginTime({ view }: MapInternals, element: HTMLElement, words: TimeWords): () => void {
  const slider = element as HTMLElement & {
    componentOnReady?(): Promise<unknown>;
    applyTimeSliderSettings(settings: object): Promise<void>;
  };
  let left = false;
  let stopNaming = () => {};
  void addInnerStyle(slider, rules);
  const name = async () => {
    await slider.componentOnReady?.();
    if (!left) stopNaming = nameThumbs(slider, words);
  };
  void name();
  const apply = async () => {
    const { getTimeSliderSettingsFromWebDocument } = await import('@arcgis/core/support/timeUtils.js');
    const settings = await getTimeSliderSettingsFromWebDocument(view.map as WebMap);
    if (settings) await slider.applyTimeSliderSettings(settings);
  };
  // Without settings the slider says by itself that there is no time.
  void apply().catch(() => {});
  return () => {
    left = true;
    stopNaming();
    if (!view.destroyed) view.timeExtent = null;
  };
}
