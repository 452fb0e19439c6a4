/**
 * The page's side of the frame protocol, without dependencies: this file is published as `/integrations/client.js` for
 * third-party pages (docs/integrations.md), and the built-in pages use it too.
 */
export type PageLocation =
  | { lat: number; lng: number; heading?: number | undefined; pitch?: number | undefined }
  | { x: number; y: number; wkid: number; heading?: number | undefined; pitch?: number | undefined };

/** The location the page should show: degrees, and x and y in the requested spatial reference. */
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
  /** Only for built-in pages that requested them. */
  credentials: Record<string, string>;
  /** Only for built-in pages: whether a user is signed in. */
  signedIn: boolean;
}

/** A page's handlers of the host's messages. A returned location is the page's current view. */
export interface PageHandlers {
  open(location: HostLocation, context: HostContext): PageLocation | void | Promise<PageLocation | void>;
  move(location: HostLocation): PageLocation | void | Promise<PageLocation | void>;
  shown?(shown: boolean): void;
  /** An image of the page as a data URL (JPEG, PNG or WebP). */
  capture?(): string | undefined | Promise<string | undefined>;
  /** The user clicked a graphic on the map with this `key` property. */
  picked?(key: string): void;
  /** Built-in pages only: the captured note, for a new request. */
  note?(text: string): void;
  /** Built-in pages only: the user signed in or out. */
  session?(signedIn: boolean): void;
  /** No location has been chosen yet: `open` follows when one is. */
  prepare?(context: HostContext): void;
  /** The map's current extent: a page that `wants` it can show its content with `graphics`. */
  view?(view: HostView): void;
  /** The user selected the light or dark theme. */
  themed?(theme: 'light' | 'dark'): void;
}

export interface ConnectOptions {
  /**
   * Origins whose application may embed this page, such as `https://maps.example.org`; default: the origin of the
   * referrer.
   */
  hosts?: string[];
  /** `view`: the map's extent; `credentials`: built-in pages only. */
  wants?: ('credentials' | 'view')[];
  /** Spatial reference for x and y; default: the map's. */
  wkid?: number;
  /** A stricter check of the host's messages; false drops one. */
  check?: (message: unknown) => boolean;
}

/** Messages from a page to the host. */
export interface HostConnection {
  /** The user moved or turned in the page. */
  moved(location: PageLocation): void;
  /**
   * Why the page shows no content: `no-coverage`, `unauthorized`, `unavailable`, `misconfigured`, `projection`,
   * `retired`, `quota`; or `ok`.
   */
  status(state: string, message?: string): void;
  /** Requests a browser window with a URL. */
  open(url: string): void;
  /** GeoJSON points and lines for the map. */
  graphics(features: unknown[]): void;
  /** Built-in pages only: the note was used or discarded. */
  noted(): void;
  /**
   * Built-in pages only: has the host send a request to the application's server as the user. `path` is relative to
   * what the integration may request; with a body it is a POST. Status 0: there was no response.
   */
  ask(path: string, body?: string): Promise<{ status: number; text: string }>;
}

/** An error with a status; thrown by `open` or `move`, the host shows it to the user. */
export class IntegrationError extends Error {
  readonly code: string;
  /** With `no-coverage`: the nearest location with content, which the host offers to open. */
  readonly nearest: { lat: number; lng: number } | undefined;
  constructor(code: string, message = '', nearest?: { lat: number; lng: number }) {
    super(message);
    this.code = code;
    this.nearest = nearest;
  }
}

/** A message from the host; its members depend on the type. */
interface HostMessage extends Omit<HostContext, 'credentials'> {
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

/** Communicates with the application that embeds this page in a frame. */
export function connect(handlers: PageHandlers, options: ConnectOptions = {}): HostConnection {
  const hosts = options.hosts ?? (document.referrer ? [new URL(document.referrer).origin] : []);
  // In a popped-out window the application is the opener of the parent page.
  const isHost = (source: MessageEventSource | null) =>
    source !== null && source !== window && (source === window.parent || source === window.parent.opener);
  let origin = '';
  let port: MessagePort | undefined;
  let latest = 0;
  let lastId = 0;
  let signedIn = false;
  const credentials: Record<string, string> = {};
  const pending = new Map<number, (response: { status: number; text: string }) => void>();
  const send = (type: string, content: object) => {
    const message = { intg: 1, id: window.name, type, ...content };
    if (port) return port.postMessage(message);
    for (const target of origin ? [origin] : hosts) window.parent.postMessage(message, target);
  };
  /** A page with an opaque origin cannot be addressed: it sends each host it knows a port for further messages. */
  const offerPorts = (message: object) => {
    for (const target of hosts) {
      const { port1, port2 } = new MessageChannel();
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this starts the port, too
      port1.onmessage = ({ data }) => {
        port = port1;
        receive(data as HostMessage | null);
      };
      window.parent.postMessage(message, target, [port2]);
    }
  };
  const answer = async (seq: number, work: () => PageLocation | void | Promise<PageLocation | void>) => {
    latest = seq;
    try {
      const location = await work();
      // A later location has been requested meanwhile: this response is outdated.
      if (seq !== latest) return;
      if (location) send('location', { ...location, inReplyTo: seq });
      else send('status', { state: 'ok' });
    } catch (error) {
      const code = error instanceof IntegrationError ? error.code : 'unavailable';
      const nearest = error instanceof IntegrationError ? error.nearest : undefined;
      if (seq === latest)
        send('status', {
          state: code,
          message: String((error as Error).message).slice(0, 300),
          ...(nearest && { nearest: { lat: nearest.lat, lng: nearest.lng } }),
        });
    }
  };
  const capture = async (seq: number) => {
    const picture = await handlers.capture?.();
    if (picture) send('captured', { inReplyTo: seq, picture });
  };
  const receive = (message: HostMessage | null) => {
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
      pending.get(message.inReplyTo)?.({ status: message.status, text: message.text });
      pending.delete(message.inReplyTo);
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
      if (receive(event.data as HostMessage | null)) ({ origin } = event);
    });
    send('ready', ready);
  }
  return {
    moved: (location) => send('location', location),
    status: (state, message) => send('status', { state, ...(message && { message: message.slice(0, 300) }) }),
    open: (url) => send('open', { url }),
    graphics: (features) => send('graphics', { features }),
    noted: () => send('noted', {}),
    ask: (path, body) =>
      new Promise((resolve) => {
        pending.set(++lastId, resolve);
        send('ask', { seq: lastId, path, ...(body !== undefined && { body }) });
      }),
  };
}
