import { useQuery } from '@tanstack/react-query';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { Integration } from '../../../context/integrations.ts';
import { useHub } from '../host/hub.ts';
import type { CapturedNote } from './note.ts';

/** Gathers map picture, street view, coordinates, layers and features of this moment. What cannot be had is left out. */
export function useCapture({ id, title }: Integration) {
  const hub = useHub();
  const { currentMapLocation } = useApplicationContext();
  return useQuery({
    queryKey: ['integration-capture', id],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async (): Promise<CapturedNote> => {
      const sighting = hub.sharing.get().sightings.get(id);
      const place = sighting ?? currentMapLocation;
      if (!place) throw new Error('There is no place to capture.');
      const map = hub.map.get();
      const [mapPicture, viewPicture, features] = await Promise.all([
        map?.picture().catch(() => undefined),
        hub.captures.get(id)?.(),
        map?.features(place).catch(() => []) ?? [],
      ]);
      return {
        title,
        lat: place.lat,
        lng: place.lng,
        heading: sighting?.heading,
        map: map?.title() ?? '',
        layers: map?.layers() ?? [],
        features,
        link: location.href,
        mapPicture,
        viewPicture,
      };
    },
  });
}
