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

/** The map's extent in degrees, and its zoom level. */
export interface HostView {
  west: number;
  south: number;
  east: number;
  north: number;
  zoom: number;
}

export interface HostContext {
  config: Record<string, unknown>;
  /** BCP 47 tag. */
  locale: string;
  direction: 'ltr' | 'rtl';
  theme: 'light' | 'dark';
  /** Only for pages of the product that asked for them. */
  credentials: Record<string, string>;
  /** Only for pages of the product: whether someone is signed in. */
  signedIn: boolean;
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
  /** Pages of the product only: someone signed in or out. */
  session?(signedIn: boolean): void;
  /** No place has been chosen yet: `open` follows when one is. */
  prepare?(context: HostContext): void;
  /** What the map shows just now: a page that `wants` it can show with `graphics` where it has something. */
  view?(view: HostView): void;
  /** The person chose the light or the dark theme. */
  themed?(theme: 'light' | 'dark'): void;
}

export interface ConnectOptions {
  /** Origins whose application may hold this page, such as `https://maps.example.org`; left out: the origin of the referrer. */
  hosts?: string[];
  /** `view`: what the map shows; `credentials`: pages of the product only. */
  wants?: ('credentials' | 'view')[];
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
  /**
   * Pages of the product only: asks the product's server in the person's name, which the host does. `path` is relative to what
   * the integration may reach; with a body it is a POST. Status 0: there was no answer.
   */
  ask(path: string, body?: string): Promise<{ status: number; text: string }>;
}

/** An error that says what is the matter; thrown by `open` or `move`, the host shows it to the person. */
export class IntegrationError extends Error {
  readonly code: string;
  /** With `no-coverage`: the nearest place where there is something, to which the host offers to go. */
  readonly nearest: { lat: number; lng: number } | undefined;
  constructor(code: string, message = '', nearest?: { lat: number; lng: number }) {
    super(message);
    this.code = code;
    this.nearest = nearest;
  }
}

/** What the host says; which parts are there depends on the type. */
interface HostWord extends Omit<HostContext, 'credentials'> {
  inReplyTo: number;
  status: number;
  intg: number;
  id: string;
  type: string;
  seq: number;
  location: HostLocation | undefined;
  view: HostView;
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
  let port: MessagePort | undefined;
  let latest = 0;
  let asked = 0;
  let signedIn = false;
  const credentials: Record<string, string> = {};
  const answers = new Map<number, (answer: { status: number; text: string }) => void>();
  const say = (type: string, words: object) => {
    const message = { intg: 1, id: window.name, type, ...words };
    if (port) return port.postMessage(message);
    for (const target of origin ? [origin] : hosts) window.parent.postMessage(message, target);
  };
  /** A page without an origin, by its sandbox, cannot be named as a receiver: it gives each host it knows a port to speak over. */
  const offerPorts = (message: object) => {
    for (const target of hosts) {
      const { port1, port2 } = new MessageChannel();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this starts the port, too
      port1.onmessage = ({ data }) => {
        port = port1;
        hear(data as HostWord | null);
      };
      window.parent.postMessage(message, target, [port2]);
    }
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
      const nearest = error instanceof IntegrationError ? error.nearest : undefined;
      if (seq === latest)
        say('status', {
          state: code,
          message: String((error as Error).message).slice(0, 300),
          ...(nearest && { nearest: { lat: nearest.lat, lng: nearest.lng } }),
        });
    }
  };
  const capture = async (seq: number) => {
    const picture = await handlers.capture?.();
    if (picture) say('captured', { inReplyTo: seq, picture });
  };
  const hear = (message: HostWord | null) => {
    if (typeof message !== 'object' || message?.intg !== 1 || message.id !== window.name) return false;
    if (options.check && !options.check(message)) return false;
    const { type, seq, location } = message;
    if (type === 'init') {
      const context = { ...message, credentials, signedIn };
      void answer(seq, () => (location ? handlers.open(location, context) : handlers.prepare?.(context)));
    } else if (type === 'location') void answer(seq, () => location && handlers.move(location));
    else if (type === 'view') handlers.view?.(message.view);
    else if (type === 'credentials') Object.assign(credentials, message.values);
    else if (type === 'session') {
      ({ signedIn } = message);
      handlers.session?.(signedIn);
    } else if (type === 'answer') {
      answers.get(message.inReplyTo)?.({ status: message.status, text: message.text });
      answers.delete(message.inReplyTo);
    } else if (type === 'theme') handlers.themed?.(message.theme);
    else if (type === 'visibility') handlers.shown?.(message.shown);
    else if (type === 'capture') void capture(seq);
    else if (type === 'picked') handlers.picked?.(message.key);
    else if (type === 'note') handlers.note?.(message.text);
    return true;
  };
  const ready = {
    version: 1,
    wants: options.wants ?? [],
    captures: handlers.capture !== undefined,
    ...(options.wkid !== undefined && { wkid: options.wkid }),
  };
  if (window.origin === 'null') offerPorts({ intg: 1, id: window.name, type: 'ready', ...ready });
  else {
    window.addEventListener('message', (event) => {
      if (!isHost(event.source) || !hosts.includes(event.origin)) return;
      if (hear(event.data as HostWord | null)) ({ origin } = event);
    });
    say('ready', ready);
  }
  return {
    moved: (location) => say('location', location),
    status: (state, message) => say('status', { state, ...(message && { message: message.slice(0, 300) }) }),
    open: (url) => say('open', { url }),
    graphics: (features) => say('graphics', { features }),
    noted: () => say('noted', {}),
    ask: (path, body) =>
      new Promise((resolve) => {
        answers.set(++asked, resolve);
        say('ask', { seq: asked, path, ...(body !== undefined && { body }) });
      }),
  };
}
