import { useQuery } from '@tanstack/react-query';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { Integration } from '../../../context/integrations.ts';
import { useHub } from '../host/hub.ts';
import type { CapturedNote } from './note.ts';

/** Milliseconds that a part of the note may take: behind another window the browser draws no map at all. */
const partMilliseconds = 6000;

/** Gathers map picture, street view, coordinates, layers and features of this moment. What cannot be had is left out. */
export function useCapture({ id, title }: Integration) {
  const hub = useHub();
  const { currentMapLocation } = useApplicationContext();
  return useQuery({
    queryKey: ['integration-capture', id],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async (): Promise<CapturedNote> => {
      const pose = hub.sharing.get().poses.get(id);
      const place = pose ?? currentMapLocation;
      if (!place) throw new Error('There is no place to capture.');
      const map = hub.map.get();
      const [mapPicture, viewPicture, features] = await Promise.all([
        orWithout(map?.picture()),
        orWithout(hub.captures.get(id)?.()),
        orWithout(map?.features(place)),
      ]);
      return {
        title,
        lat: place.lat,
        lng: place.lng,
        heading: pose?.heading,
        map: map?.title() ?? '',
        layers: map?.layers() ?? [],
        features: features ?? [],
        link: location.href,
        mapPicture,
        viewPicture,
      };
    },
  });
}

/** A part of the note; undefined when it fails or takes too long. */
async function orWithout<Part>(part: Promise<Part> | undefined): Promise<Part | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), partMilliseconds);
  });
  return Promise.race([part, late])
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}
