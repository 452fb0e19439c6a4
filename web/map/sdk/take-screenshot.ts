import { whenOnce } from '@arcgis/core/core/reactiveUtils.js';
import type MapView from '@arcgis/core/views/MapView.js';
import ColorBackground from '@arcgis/core/webmap/background/ColorBackground.js';

type Settings = NonNullable<Parameters<MapView['takeScreenshot']>[0]>;

/** Milliseconds for which a screenshot waits for slow layers; then it shows what has loaded. */
const timeout = 15_000;

/** Resolves when nothing in the view is being loaded or drawn, or after the timeout. */
export async function untilStationary(view: MapView): Promise<void> {
  await whenOnce(() => !view.updating, AbortSignal.timeout(timeout)).catch(() => {});
}

/**
 * A screenshot of the view as a data URL. The SDK rejects one while symbols are being created for another
 * scale, so wait until the view is stationary. A JPEG has the page's background where the map is transparent;
 * otherwise it would be black there.
 */
export async function takeScreenshot(view: MapView, settings: Settings): Promise<string> {
  const take = async () => {
    if (settings.format !== 'jpg' || view.background) return view.takeScreenshot(settings);
    view.background = new ColorBackground({ color: pageColor() });
    try {
      return await view.takeScreenshot(settings);
    } finally {
      view.background = null;
    }
  };
  const { dataUrl } = await take().catch(async () => {
    await untilStationary(view);
    return take();
  });
  return dataUrl;
}

function pageColor(): string {
  return getComputedStyle(document.body).backgroundColor || '#fff';
}

/** The largest centred part of the view with this aspect ratio (width divided by height), in CSS pixels. */
export function middleOf(view: MapView, shape: number): Required<NonNullable<Settings['area']>> {
  const width = Math.round(Math.min(view.width, view.height * shape));
  const height = Math.round(Math.min(view.height, view.width / shape));
  const x = Math.round((view.width - width) / 2);
  const y = Math.round((view.height - height) / 2);
  return { x, y, width, height };
}

/** The file of a screenshot. Without `fetch`, because the page's policy allows data URLs only for the SDK. */
export function jpegOf(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
}
