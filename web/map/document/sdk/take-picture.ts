import type Layer from '@arcgis/core/layers/Layer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { middleOf, takeScreenshot } from '../../sdk/take-screenshot.ts';

/**
 * A picture of the view's middle in the wanted proportions: of the basemap and the map's own layers, without the marks and
 * layers that tools show for a while.
 */
export async function takePicture(
  view: MapView,
  { width, height }: { width: number; height: number },
  belongs: (layer: Layer) => boolean,
): Promise<Blob> {
  const area = middleOf(view, width / height);
  const { map } = view;
  const layers = [
    ...(map?.basemap?.baseLayers.toArray() ?? []),
    ...(map?.layers.toArray().filter(belongs) ?? []),
    ...(map?.basemap?.referenceLayers.toArray() ?? []),
  ];
  const dataUrl = await takeScreenshot(view, { format: 'jpg', quality: 85, width, height, area, layers });
  // Not by `fetch`: addresses of the data kind are for the SDK alone to connect to.
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
}
