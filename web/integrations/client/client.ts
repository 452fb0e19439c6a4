/**
 * The page's side of the frame protocol, without any dependency: this very file is published as `/integrations/client.js`
 * for pages of third parties (docs/integrations.md), and the pages of this product use it too.
 */
export type PageLocation =
  | { lat: number; lng: number; heading?: number | undefined; pitch?: number | undefined }
  | { x: number; y: number; wkid: number; heading?: number | undefined; pitch?: number | undefined };

/** Where the host wants the page to look: degrees, and x and y in the spatial reference asked for. */
export interface HostLocation {
  lat: number;
  lng: number;
  x: number;
  y: number;
  wkid: number;
  heading?: number | undefined;
  pitch?: number | undefined;
}

export interface HostContext {
  config: Record<string, unknown>;
  /** BCP 47 tag. */
  locale: string;
  direction: 'ltr' | 'rtl';
  theme: 'light' | 'dark';
  /** Only for pages of the product that asked for them; what is renewed later is found here too. */
  credentials: Record<string, string>;
}

/** What a page does when the host speaks. A location that is returned says where the page looks now. */
export interface PageHandlers {
  open(location: HostLocation, context: HostContext): PageLocation | void | Promise<PageLocation | void>;
  move(location: HostLocation): PageLocation | void | Promise<PageLocation | void>;
  shown?(shown: boolean): void;
  /** A picture of the page as a data address (JPEG, PNG or WebP). */
  capture?(): string | undefined | Promise<string | undefined>;
  /** The person clicked a graphic on the map that has this `key` among its properties. */
  picked?(key: string): void;
  /** Pages of the product only: what was captured, for a new request. */
  note?(text: string): void;
  /** Pages of the product only: there are credentials, or others than before. */
  renewed?(credentials: Record<string, string>): void;
}

export interface ConnectOptions {
  /** Origins whose application may hold this page, such as `https://maps.example.org`; left out: whoever the referrer is. */
  hosts?: string[];
  /** Pages of the product only. */
  wants?: ('credentials' | 'session')[];
  /** Spatial reference for x and y; left out: the map's own. */
  wkid?: number;
  /** A stricter check of what the host says; false drops it. */
  check?: (message: unknown) => boolean;
}

/** What a page tells the host. */
export interface HostConnection {
  /** The person moved or turned in the page. */
  moved(location: PageLocation): void;
  /** Why nothing useful is shown: `no-coverage`, `unauthorized`, `unavailable`, `misconfigured`, `projection`, `retired`, `quota`; or `ok`. */
  status(state: string, message?: string): void;
  /** Asks for a browser window at an address. */
  open(url: string): void;
  /** GeoJSON points and lines for the map. */
  graphics(features: unknown[]): void;
  /** Pages of the product only: the note is used or thrown away. */
  noted(): void;
}

/** An error that says what is the matter; thrown by `open` or `move`, the host shows it to the person. */
export class IntegrationError extends Error {
  readonly code: string;
  constructor(code: string, message = '') {
    super(message);
    this.code = code;
  }
}

/** What the host says; which parts are there depends on the type. */
interface HostWord extends Omit<HostContext, 'credentials'> {
  intg: number;
  id: string;
  type: string;
  seq: number;
  location: HostLocation;
  values: Record<string, string>;
  shown: boolean;
  key: string;
  text: string;
}

/** Speaks with the application that holds this page in a frame. */
export function connect(handlers: PageHandlers, options: ConnectOptions = {}): HostConnection {
  const hosts = options.hosts ?? (document.referrer ? [new URL(document.referrer).origin] : []);
  // In a window that was popped out the application is the opener of the page around.
  const isHost = (source: MessageEventSource | null) =>
    source !== null && source !== window && (source === window.parent || source === window.parent.opener);
  let origin = '';
  let latest = 0;
  const credentials: Record<string, string> = {};
  const say = (type: string, words: object) => {
    for (const target of origin ? [origin] : hosts)
      window.parent.postMessage({ intg: 1, id: window.name, type, ...words }, target);
  };
  const answer = async (seq: number, work: () => PageLocation | void | Promise<PageLocation | void>) => {
    latest = seq;
    try {
      const location = await work();
      // A later place has been asked for meanwhile: this answer is out of date.
      if (seq !== latest) return;
      if (location) say('location', { ...location, inReplyTo: seq });
      else say('status', { state: 'ok' });
    } catch (error) {
      const code = error instanceof IntegrationError ? error.code : 'unavailable';
      if (seq === latest)
        say('status', { state: code, message: String((error as Error).message).slice(0, 300) });
    }
  };
  const capture = async (seq: number) => {
    const picture = await handlers.capture?.();
    if (picture) say('captured', { inReplyTo: seq, picture });
  };
  window.addEventListener('message', (event) => {
    const message = event.data as HostWord | null;
    if (!isHost(event.source) || !hosts.includes(event.origin)) return;
    if (typeof message !== 'object' || message?.intg !== 1 || message.id !== window.name) return;
    if (options.check && !options.check(message)) return;
    origin = event.origin;
    const { type, seq, location } = message;
    if (type === 'init') void answer(seq, () => handlers.open(location, { ...message, credentials }));
    else if (type === 'location') void answer(seq, () => handlers.move(location));
    else if (type === 'credentials') {
      Object.assign(credentials, message.values);
      handlers.renewed?.(credentials);
    } else if (type === 'visibility') handlers.shown?.(message.shown);
    else if (type === 'capture') void capture(seq);
    else if (type === 'picked') handlers.picked?.(message.key);
    else if (type === 'note') handlers.note?.(message.text);
  });
  say('ready', {
    version: 1,
    wants: options.wants ?? [],
    captures: handlers.capture !== undefined,
    ...(options.wkid !== undefined && { wkid: options.wkid }),
  });
  return {
    moved: (location) => say('location', location),
    status: (state, message) => say('status', { state, ...(message && { message: message.slice(0, 300) }) }),
    open: (url) => say('open', { url }),
    graphics: (features) => say('graphics', { features }),
    noted: () => say('noted', {}),
  };
}
