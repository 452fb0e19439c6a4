import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { isDrawing, onFailedRequest } from '../sdk/failed-requests.ts';

/**
 * Makes something of a layer's values, and reports the first failed request for them. Where a service returns
 * no statistics, the SDK takes those of the features in view, without a notice.
 */
export async function makeExactly<Made>(
  { url }: Pick<FeatureLayer, 'url'>,
  make: () => Promise<Made>,
): Promise<{ made: Made; failure: unknown }> {
  let failure: unknown;
  const stop = onFailedRequest((request) => {
    if (url && request.url.startsWith(url) && !isDrawing(request.query)) failure ??= request.error;
  });
  try {
    const made = await make();
    return { made, failure };
  } finally {
    stop();
  }
}
