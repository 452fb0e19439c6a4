import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import {
  type HostConnection,
  type HostLocation,
  IntegrationError,
  type PageLocation,
} from '../../../web/integrations/client/client.ts';
import { connectPage } from '../../../web/integrations/page/connect-page.ts';
import { loadScript, within } from '../../../web/integrations/page/load-script.ts';

/** Google's viewer beside the map, with its terms visible. */
export function StreetViewPage() {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let viewer: ReturnType<typeof streetView> | undefined;
    const host: HostConnection = connectPage(
      {
        open(location, { config, credentials, locale }) {
          viewer ??= streetView(element, typeConfig('streetview', config).radius, () => host);
          void viewer.load(credentials['apiKey'], locale);
          return viewer.goTo(location);
        },
        move: (location) => viewer?.goTo(location),
      },
      { wants: ['credentials'] },
    );
  }, []);
  return (
    <Box sx={{ position: 'fixed', inset: 0, display: 'flex', flexDirection: 'column' }}>
      <Box ref={place} sx={{ flex: 1, minHeight: 0 }} />
      <Box component="small" sx={{ p: 1, color: 'text.secondary', backgroundColor: 'background.paper' }}>
        {t('integration.streetView.terms')}
      </Box>
    </Box>
  );
}

const answerMilliseconds = 10_000;

/** Google's synchronised viewer. One panorama object for the lifetime of the page, because each new one is billed. */
export function streetView(element: HTMLElement, radius: number, host: () => HostConnection) {
  let loading: Promise<StreetViewLibrary> | undefined;
  let panorama: Panorama | undefined;
  /** The last requested view, until the user moves: its echo is not a move by the user. */
  let requested: { pano: string; heading: number; pitch: number } | undefined;
  /** While the photo and the view are being set, one may arrive before the other. */
  let setting = false;
  let latest = 0;
  window.gm_authFailure = () => host().status('unauthorized', 'gm_authFailure');

  const here = (): PageLocation | undefined => {
    const position = panorama?.getPosition();
    const pov = panorama?.getPov();
    return position && pov
      ? { lat: position.lat(), lng: position.lng(), heading: pov.heading, pitch: pov.pitch }
      : undefined;
  };
  const notify = () => {
    const location = here();
    if (!panorama || !location || setting || isEcho(panorama, requested)) return;
    // From now on moves are the user's, even back to the requested view.
    requested = undefined;
    host().moved(location);
  };

  const create = ({ StreetViewPanorama }: StreetViewLibrary): Panorama => {
    const made = new StreetViewPanorama(element, {
      motionTracking: false,
      addressControl: false,
      fullscreenControl: false,
    });
    made.addListener('position_changed', notify);
    made.addListener('pov_changed', notify);
    return made;
  };

  const goTo = async (location: HostLocation): Promise<PageLocation | undefined> => {
    const turn = ++latest;
    // Another location may be requested while Google's script loads.
    const library = await loading;
    if (turn !== latest) return undefined;
    if (!library) throw new IntegrationError('unavailable');
    const service = new library.StreetViewService();
    const request = {
      location: { lat: location.lat, lng: location.lng },
      radius,
      preference: 'nearest',
      sources: ['outdoor'],
    };
    const { data } = await within(service.getPanorama(request), answerMilliseconds).catch(refuse);
    // Another location was requested meanwhile: a late response must not move back.
    if (turn !== latest) return undefined;
    panorama ??= create(library);
    const pov = panorama.getPov();
    const { heading = pov.heading, pitch = pov.pitch } = location;
    const { pano, latLng } = data.location;
    requested = { pano, heading, pitch };
    setting = true;
    // The same photo is not set again, so that a nearby click does not make it flicker.
    if (panorama.getPano() !== pano) panorama.setPano(pano);
    panorama.setPov({ heading, pitch });
    setting = false;
    return { lat: latLng.lat(), lng: latLng.lng(), heading, pitch };
  };

  return {
    /** Loads Google's script; `goTo` waits for it, and fails as it does. */
    load: (key: string | undefined, locale: string) => (loading = loadLibrary(key, locale)),
    goTo,
  };
}

async function loadLibrary(key: string | undefined, locale: string): Promise<StreetViewLibrary> {
  if (!key) throw new IntegrationError('unauthorized');
  const query = new URLSearchParams({
    key,
    v: 'weekly',
    loading: 'async',
    libraries: 'streetView',
    language: locale,
  });
  await loadScript(
    `https://maps.googleapis.com/maps/api/js?${query}`,
    () => window.google?.maps !== undefined,
  );
  return within(
    window.google?.maps?.importLibrary('streetView') ?? Promise.reject(new IntegrationError('retired')),
    answerMilliseconds,
  );
}

/** Whether the panorama shows exactly the requested view. */
function isEcho(panorama: Panorama, requested: { pano: string; heading: number; pitch: number } | undefined) {
  const { heading, pitch } = panorama.getPov();
  return (
    requested?.pano === panorama.getPano() &&
    Math.abs(heading - requested.heading) < 0.2 &&
    Math.abs(pitch - requested.pitch) < 0.2
  );
}

/** The meaning of Google's statuses. */
function refuse(error: unknown): never {
  if (error instanceof IntegrationError) throw error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const text = `${code} ${message}`;
  if (/ZERO_RESULTS/.test(text)) throw new IntegrationError('no-coverage');
  if (/OVER_QUERY_LIMIT|OVER_QUOTA/.test(text)) throw new IntegrationError('quota');
  if (/REQUEST_DENIED|InvalidKey|ApiNotActivated|RefererNotAllowed/.test(text))
    throw new IntegrationError('unauthorized', text.trim());
  throw new IntegrationError('unavailable', text.trim());
}

/** The small part of the Google Maps JavaScript API that is used here. */
export interface GoogleMaps {
  importLibrary(name: 'streetView'): Promise<StreetViewLibrary>;
}

interface StreetViewLibrary {
  StreetViewService: new () => {
    getPanorama(request: object): Promise<{ data: { location: { pano: string; latLng: LatLng } } }>;
  };
  StreetViewPanorama: new (element: HTMLElement, options: object) => Panorama;
}

interface LatLng {
  lat(): number;
  lng(): number;
}

export interface Panorama {
  setPano(pano: string): void;
  setPov(pov: { heading: number; pitch: number }): void;
  getPov(): { heading: number; pitch: number };
  getPano(): string;
  getPosition(): LatLng | null;
  addListener(event: 'position_changed' | 'pov_changed' | 'pano_changed', listener: () => void): void;
}

declare global {
  interface Window {
    google?: { maps?: GoogleMaps };
    /** Google calls it when a key is invalid for this URL. */
    gm_authFailure?: () => void;
  }
}
