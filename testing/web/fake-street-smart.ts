import type {
  StreetSmartApi,
  StreetSmartViewer,
} from '../../integration-kinds/cyclomedia/page/street-smart.ts';

type Listener = (event: { detail?: Record<string, unknown> }) => void;

/** Street Smart by its published types and its observed failures, with recordings every 10 m along x. */
export function fakeStreetSmart({ srs = 'EPSG:28992', user = 'cyclo', covered = 1000 } = {}) {
  const calls: string[] = [];
  const listeners: [string, Listener][] = [];
  let recording: { id: string; xyz: [number, number, number]; srs: string } | null = null;
  let orientation = { yaw: 0, pitch: 0, hFov: 90 };
  let began = false;
  const notify = (event: string, detail: Record<string, unknown> = {}) => {
    for (const [name, listener] of listeners) if (name === event) listener({ detail });
  };
  const moveTo = (x: number, y: number) => {
    if (Math.abs(x) > covered) throw new Error('No recording found near the coordinate');
    const at = Math.round(x / 10) * 10;
    recording = { id: `r${at}`, xyz: [at, y, 0], srs };
    // Its detail is empty: the recording must be read from the viewer.
    notify('IMAGE_CHANGE');
  };
  const viewer: StreetSmartViewer = {
    on: (event, listener) => void listeners.push([event, listener]),
    getRecording: () => recording,
    getOrientation: () => orientation,
    setOrientation(next) {
      orientation = { ...orientation, ...next };
      notify('VIEW_CHANGE', orientation);
    },
    async openByCoordinate([x, y], inSrs) {
      calls.push(`openByCoordinate ${x},${y} ${inSrs}`);
      moveTo(x, y);
    },
  };
  const api: StreetSmartApi = {
    ViewerType: { PANORAMA: 'panorama' },
    Events: { panoramaViewer: { IMAGE_CHANGE: 'IMAGE_CHANGE', VIEW_CHANGE: 'VIEW_CHANGE' } },
    async init(options) {
      calls.push(`init ${String(options['srs'])} ${options['loginOauth'] ? 'oauth' : 'password'}`);
      if (!options['apiKey']) throw new Error('NO_OR_INVALID_APIKEY');
      if (options['srs'] !== srs) throw new Error(`init::srs ${String(options['srs'])} is not supported`);
      if (!options['loginOauth'] && options['username'] !== user)
        throw new Error('init::request failed with code 401');
      began = true;
    },
    async open(query, options) {
      if (!began) throw new Error('StreetSmartApi::API not initialized yet!');
      calls.push(`open ${query} ${String(options['srs'])}`);
      const [x = 0, y = 0] = query.split(',').map(Number);
      moveTo(x, y);
      return [viewer];
    },
    destroy: () => void calls.push('destroy'),
  };
  return { api, viewer, calls, walk: (x: number) => moveTo(x, 0) };
}
