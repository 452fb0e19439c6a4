import type { TypeConfig } from '../../../wire/integrations/integration-config.ts';
import {
  type HostConnection,
  type HostContext,
  type HostLocation,
  IntegrationError,
  type PageLocation,
} from '../../../web/integrations/client/client.ts';
import { loadScript, within } from '../../../web/integrations/page/load-script.ts';
import reactDomAddress from './react-18/react-dom.production.min.js?url';
import reactAddress from './react-18/react.production.min.js?url';

/** React 18, which Street Smart requires; bundled, so that no third host besides the vendor is requested. */
const react = [
  { url: reactAddress, defined: () => window.React !== undefined },
  { url: reactDomAddress, defined: () => window.ReactDOM !== undefined },
];

/**
 * Timeouts in milliseconds for the sign-in and for a response; together with the script's, every failure is reported
 * within 15 s.
 */
const answerMilliseconds = 12_000;

type Config = TypeConfig<'cyclomedia'>;

/** Street Smart in the configured version: it follows the host, and reports every other recording and turn. */
export function streetSmart(element: HTMLElement, host: () => HostConnection) {
  let api: StreetSmartApi | undefined;
  let viewer: StreetSmartViewer | undefined;
  let srs = '';
  /** A move requested by the host is pending: events meanwhile are not moves by the user. */
  let following = false;
  let loading: Promise<void> = Promise.resolve();
  let lastMove: Promise<unknown> = Promise.resolve();
  let latest = 0;

  const wkid = () => Number(srs.replace('EPSG:', ''));
  const here = (): PageLocation | undefined => {
    const recording = viewer?.getRecording();
    if (!viewer || !recording) return undefined;
    const { yaw, pitch } = viewer.getOrientation();
    const [x, y] = recording.xyz;
    return { x, y, wkid: Number(recording.srs.replace('EPSG:', '')) || wkid(), heading: yaw, pitch };
  };
  const notify = () => {
    const location = following ? undefined : here();
    if (location) host().moved(location);
  };

  const open = async ({ x, y }: HostLocation): Promise<void> => {
    if (!api) throw new IntegrationError('unavailable');
    if (viewer) {
      // In the existing viewer, so that the selected date is kept.
      await viewer.openByCoordinate([x, y, 0], srs);
      return;
    }
    const { PANORAMA } = api.ViewerType;
    const options = {
      viewerType: [PANORAMA],
      srs,
      panoramaViewer: {
        replace: true,
        closable: false,
        maximizable: false,
        timeTravelVisible: true,
        recordingsVisible: true,
      },
    };
    const [opened] = await api.open(`${x},${y}`, options);
    if (!opened) throw new IntegrationError('no-coverage');
    viewer = opened;
    const { IMAGE_CHANGE, VIEW_CHANGE } = api.Events.panoramaViewer;
    opened.on(IMAGE_CHANGE, notify);
    opened.on(VIEW_CHANGE, notify);
  };

  const begin = async (config: Config, { credentials, locale }: HostContext): Promise<void> => {
    const { apiKey, username, password } = credentials;
    if (!apiKey) throw new IntegrationError('unauthorized');
    ({ srs } = config);
    // Street Smart looks for React when it starts.
    for (const { url, defined } of react) await loadScript(url, defined);
    await loadScript(
      `https://streetsmart.cyclomedia.com/api/v${config.apiVersion}/StreetSmartApi.js`,
      () => window.StreetSmartApi !== undefined,
    );
    const loaded = window.StreetSmartApi;
    if (!loaded) throw new IntegrationError('retired');
    const page = `${location.origin}${location.pathname}`;
    const login =
      config.login === 'oauth'
        ? { loginOauth: true, clientId: config.clientId, loginRedirectUri: page, logoutRedirectUri: page }
        : { loginOauth: false, username, password };
    const beginning = Promise.resolve().then(() =>
      loaded.init({
        targetElement: element,
        apiKey,
        srs,
        locale: locale === 'en' ? 'en-US' : locale,
        ...login,
      }),
    );
    await within(beginning, answerMilliseconds).catch(explain);
    api = loaded;
  };
  const move = async (place: HostLocation): Promise<PageLocation | undefined> => {
    following = true;
    try {
      await within(
        Promise.resolve().then(() => open(place)),
        answerMilliseconds,
      ).catch(explain);
      if (viewer && place.heading !== undefined) {
        const { hFov, pitch } = viewer.getOrientation();
        viewer.setOrientation({ yaw: place.heading, pitch: place.pitch ?? pitch, hFov });
      }
      if (!viewer?.getRecording()) throw new IntegrationError('no-coverage');
      return here();
    } finally {
      following = false;
    }
  };

  return {
    /** Loads and starts the viewer; `goTo` waits for it, and fails as it does. */
    load: (config: Config, context: HostContext) => (loading = begin(config, context)),
    /** Moves one after the other, because two at once would open two viewers; undefined for one that was overtaken. */
    goTo(place: HostLocation): Promise<PageLocation | undefined> {
      const turn = ++latest;
      const before = lastMove;
      const moving = (async () => {
        await Promise.all([loading, before]);
        return turn === latest ? move(place) : undefined;
      })();
      lastMove = moving.catch(() => {});
      return moving;
    },
    end(loginOauth: boolean): void {
      api?.destroy({ targetElement: element, loginOauth });
    },
  };
}

/** The meaning of the vendor's errors, which are identified only by their text. */
function explain(error: unknown): never {
  if (error instanceof IntegrationError) throw error;
  const text = String((error as Error)?.message ?? error).slice(0, 200);
  if (/code 401|NO_OR_INVALID_APIKEY|not logged in|unauthori[sz]ed/i.test(text))
    throw new IntegrationError('unauthorized', text);
  if (/srs|spatial ?reference|projection/i.test(text)) throw new IntegrationError('projection', text);
  if (/no (recording|panorama|image|results?)/i.test(text)) throw new IntegrationError('no-coverage');
  throw new IntegrationError('unavailable', text);
}

/** The part of Cyclomedia's Street Smart API that is used here, from its type declarations. */
export interface StreetSmartApi {
  init(options: Record<string, unknown>): Promise<void>;
  open(query: string, options: Record<string, unknown>): Promise<StreetSmartViewer[]>;
  destroy(options: { targetElement: HTMLElement; loginOauth?: boolean }): void;
  ViewerType: { PANORAMA: unknown };
  Events: { panoramaViewer: { IMAGE_CHANGE: string; VIEW_CHANGE: string } };
}

export interface StreetSmartViewer {
  on(event: string, listener: (event: { detail?: Record<string, unknown> }) => void): void;
  getRecording(): { id: string; xyz: [number, number, number?]; srs: string } | null;
  getOrientation(): { yaw: number; pitch: number; hFov: number };
  setOrientation(orientation: { yaw: number; pitch: number; hFov?: number }): void;
  openByCoordinate(coordinate: [number, number, number], srs?: string): Promise<unknown>;
}

declare global {
  interface Window {
    StreetSmartApi?: StreetSmartApi;
    React?: unknown;
    ReactDOM?: unknown;
  }
}
