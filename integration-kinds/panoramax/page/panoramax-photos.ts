import { z } from 'zod';
import type { TypeConfig } from '../../../wire/integrations/integration-config.ts';
import { IntegrationError } from '../../../web/integrations/client/client.ts';
import { areaAround, widen } from '../../../web/integrations/photos/coverage.ts';
import {
  type Area,
  nearestOf,
  type Photo,
  type PhotoSource,
} from '../../../web/integrations/photos/photo.ts';

/** A picture from the STAC API of Panoramax; only panoramas in a standard projection can be shown. */
const itemSchema = z.object({
  id: z.string(),
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
  properties: z.object({
    datetime: z.string().nullish(),
    'view:azimuth': z.number().nullish(),
    'pers:interior_orientation': z.object({ field_of_view: z.number().nullish() }).nullish(),
    'geovisio:producer': z.string().nullish(),
    license: z.string().nullish(),
  }),
  assets: z.object({ sd: z.object({ href: z.url({ protocol: /^https?$/ }) }) }),
});

const timeoutMilliseconds = 15_000;
/** Pictures per response, sorted by their distance to the centre. */
const pictures = 100;
/** Pictures requested to show where photos exist. */
const picturesOfArea = 500;

/** Open street-level imagery of a Panoramax server. */
export function panoramaxPhotos({ api, radius, neighbours }: TypeConfig<'panoramax'>): PhotoSource {
  const within = (place: { lat: number; lng: number }, metres: number) =>
    search(api, areaAround(place, metres), pictures);
  return {
    nearest: async (place) => nearestOf(await within(place, radius), place, radius),
    nearestBeyond: (place) => widen(async (metres) => nearestOf(await within(place, metres), place, metres)),
    inArea: (area) => search(api, area, picturesOfArea),
    around: (photo) => within(photo, neighbours),
  };
}

async function search(api: string, { west, south, east, north }: Area, limit: number): Promise<Photo[]> {
  const bbox = [west, south, east, north].map((value) => value.toFixed(7)).join(',');
  const url = `${api.replace(/\/$/, '')}/search?bbox=${bbox}&limit=${limit}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) }).catch(() => {
    throw new IntegrationError('unavailable');
  });
  if (response.status === 429) throw new IntegrationError('quota');
  const answer = (await response.json().catch(() => undefined)) as { features?: unknown[] } | undefined;
  if (!response.ok || !Array.isArray(answer?.features)) throw new IntegrationError('unavailable');
  return answer.features.flatMap(readItem);
}

/** The photo of an item; none for an incomplete panorama. */
export function readItem(item: unknown): Photo[] {
  const { data } = itemSchema.safeParse(item);
  if (!data || data.properties['pers:interior_orientation']?.field_of_view !== 360) return [];
  const { id, geometry, properties, assets } = data;
  const [lng, lat] = geometry.coordinates;
  const caption = [properties['geovisio:producer'], properties.license].filter(Boolean).join(', ');
  return [
    {
      id,
      url: assets.sd.href,
      lat,
      lng,
      heading: properties['view:azimuth'] ?? 0,
      time: properties.datetime ?? '',
      caption,
    },
  ];
}
