import type MapView from '@arcgis/core/views/MapView.js';
import { middleOf, takeScreenshot } from '../../sdk/take-screenshot.ts';

/** A picture of the view's middle in the wanted proportions. */
export async function takePicture(
  view: MapView,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const area = middleOf(view, width / height);
  const dataUrl = await takeScreenshot(view, { format: 'jpg', quality: 85, width, height, area });
  // Not by `fetch`: addresses of the data kind are for the SDK alone to connect to.
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
}
