import Multipoint from '@arcgis/core/geometry/Multipoint.js';
import ElevationLayer from '@arcgis/core/layers/ElevationLayer.js';
import type { MapInternals } from '../map-model.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import type { DrawnLine } from './elevation.ts';
import { placesAlong, type Profile, profileOf } from './profile.ts';

/** Places of a profile, a little more than a chart has pixels in the panel. */
const places = 300;
const noHeight = -99_999;

/** The service's description is loaded once a page. */
const services = new Map<string, ElevationLayer>();

export async function elevationProfile(
  { view, source }: MapInternals,
  { path, lengths }: DrawnLine,
  signal: AbortSignal,
): Promise<Profile | undefined> {
  const url = source.elevation;
  if (!url) return undefined;
  const layer = services.get(url) ?? new ElevationLayer({ url });
  try {
    await layer.load({ signal });
    services.set(url, layer);
    const along = placesAlong(path, lengths, places);
    const line = new Multipoint({
      points: along.map(({ x, y }) => [x, y]),
      spatialReference: view.spatialReference,
    });
    const { geometry } = await layer.queryElevation(line, { noDataValue: noHeight, signal });
    const heights = (geometry as Multipoint).points;
    return profileOf(
      along.map(({ metres }, index) => {
        const height = heights[index]?.[2];
        const known = height !== undefined && Number.isFinite(height) && height !== noHeight;
        return { metres, height: known ? height : undefined };
      }),
    );
  } catch (cause) {
    throw sdkError(cause, 'elevation:failed');
  }
}
