import { yesNo } from './fields.ts';
import { pointsOf } from './places-layer.ts';
import type { Layer } from './layer-file.ts';

/** Bus stops, bus stations, railway stations and the stations of the bicycle hire. */
export const transitStops: Layer = {
  key: 'transit-stops',
  title: 'Public transport stops',
  features: (elements) =>
    pointsOf(elements, (tags) => {
      const kind = kindOf(tags);
      return kind && { kind, shelter: yesNo(tags.shelter ?? tags.covered), bench: yesNo(tags.bench) };
    }),
};

function kindOf(tags: Record<string, string>): string | undefined {
  if (tags.highway === 'bus_stop') return 'Bus stop';
  if (tags.amenity === 'bus_station') return 'Bus station';
  if (tags.railway === 'station' || tags.railway === 'halt') return 'Railway station';
  return tags.amenity === 'bicycle_rental' ? 'Bicycle hire' : undefined;
}
