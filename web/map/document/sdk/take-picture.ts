import type MapView from '@arcgis/core/views/MapView.js';

/** A picture of the view's middle in the wanted proportions. */
export async function takePicture(
  view: MapView,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const wide = Math.min(view.width, (view.height * width) / height);
  const high = (wide * height) / width;
  const area = {
    x: Math.round((view.width - wide) / 2),
    y: Math.round((view.height - high) / 2),
    width: Math.round(wide),
    height: Math.round(high),
  };
  const { dataUrl } = await view.takeScreenshot({ format: 'jpg', quality: 85, width, height, area });
  // Not by `fetch`: addresses of the data kind are for the SDK alone to connect to.
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: 'image/jpeg' });
}
