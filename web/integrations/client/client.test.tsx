import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, type ConnectOptions, IntegrationError, type PageHandlers } from './client.ts';

const host = 'https://maps.example';
const place = { lat: 51, lng: 71, x: 0, y: 0, wkid: 3857 };
const sent: { message: Record<string, unknown>; to: string }[] = [];
/** The application around the page. */
const application = {
  opener: null,
  postMessage: (message: Record<string, unknown>, to: string, _ports?: MessagePort[]) =>
    sent.push({ message, to }),
};

function notify(data: unknown, from: { origin?: string; source?: unknown } = {}) {
  window.dispatchEvent(
    Object.assign(new Event('message'), { data, origin: host, source: application, ...from }),
  );
}
const message = (type: string, more: object = {}) => ({ intg: 1, id: 'compass', type, ...more });
const init = (more: object = {}) =>
  message('init', {
    seq: 1,
    location: place,
    config: { a: 1 },
    locale: 'nl',
    direction: 'ltr',
    theme: 'dark',
    ...more,
  });
const last = () => sent.at(-1)?.message;

let listeners: (() => void)[] = [];
beforeEach(() => {
  sent.length = 0;
  window.name = 'compass';
  vi.spyOn(window, 'parent', 'get').mockReturnValue(application as unknown as Window);
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    add(type, listener as EventListener);
    listeners.push(() => window.removeEventListener(type, listener as EventListener));
  });
});
afterEach(() => {
  for (const remove of listeners) remove();
  listeners = [];
  vi.restoreAllMocks();
});

function open(handlers: Partial<PageHandlers> = {}, options: ConnectOptions = {}) {
  const spies = {
    open: vi.fn<PageHandlers['open']>(() => {}),
    move: vi.fn<PageHandlers['move']>(() => {}),
    ...handlers,
  };
  return { ...spies, host: connect(spies, { hosts: [host], ...options }) };
}

describe('a page with the client script', () => {
  it('announces itself to its known hosts only', () => {
    open({ capture: () => undefined }, { hosts: [host, 'https://other.example'], wkid: 28992 });
    expect(sent.map(({ to }) => to)).toEqual([host, 'https://other.example']);
    expect(last()).toEqual(message('ready', { version: 1, wants: [], captures: true, wkid: 28992 }));
  });

  it('receives the location and the pose, and reports its view', async () => {
    const { open: opened } = open({
      open: vi.fn<PageHandlers['open']>(() => ({ lat: 1, lng: 2, heading: 3 })),
    });
    notify(init());
    await vi.waitFor(() =>
      expect(last()).toEqual(message('location', { lat: 1, lng: 2, heading: 3, inReplyTo: 1 })),
    );
    expect(opened).toHaveBeenCalledWith(place, expect.objectContaining({ locale: 'nl', theme: 'dark' }));
    expect(sent.at(-1)?.to).toBe(host);
  });

  it('responds only to the latest location', async () => {
    const answers: ((value: { lat: number; lng: number }) => void)[] = [];
    open({ move: () => new Promise((resolve) => answers.push(resolve)) });
    notify(message('location', { seq: 2, location: place }));
    notify(message('location', { seq: 3, location: place }));
    answers[1]?.({ lat: 3, lng: 3 });
    answers[0]?.({ lat: 2, lng: 2 });
    await vi.waitFor(() => expect(last()).toMatchObject({ lat: 3, inReplyTo: 3 }));
    expect(sent.filter(({ message }) => message['type'] === 'location')).toHaveLength(1);
  });

  it.each([
    [new IntegrationError('no-coverage', 'Only ice'), { state: 'no-coverage', message: 'Only ice' }],
    [new Error('broken'), { state: 'unavailable', message: 'broken' }],
  ])('reports errors: %s', async (fault, status) => {
    open({
      open() {
        throw fault;
      },
    });
    notify(init());
    await vi.waitFor(() => expect(last()).toEqual(message('status', status)));
  });

  it.each([
    ['another origin', init(), { origin: 'https://evil.example' }],
    ['another window', init(), { source: {} }],
    ['itself', init(), { source: window }],
    ['another id', init({ id: 'photos' }), {}],
    ['another version', init({ intg: 2 }), {}],
    ['nothing', null, {}],
    ['a text', 'init', {}],
  ])('ignores %s', (_what, data, from) => {
    const { open: opened } = open();
    notify(data, from);
    expect(opened).not.toHaveBeenCalled();
  });

  it('drops messages that fail a stricter check', () => {
    const { open: opened } = open({}, { check: () => false });
    notify(init());
    expect(opened).not.toHaveBeenCalled();
  });

  it('receives clicks on its graphics and captures, and handlers are optional', () => {
    const received: string[] = [];
    open({ picked: (key) => received.push(`picked ${key}`), note: (text) => received.push(`note ${text}`) });
    open();
    notify(message('picked', { key: 'work-order/1' }));
    notify(message('note', { text: 'Place: 51, 71' }));
    expect(received).toEqual(['picked work-order/1', 'note Place: 51, 71']);
  });

  it('receives the product’s credentials, and changes of the user', () => {
    const session = vi.fn<NonNullable<PageHandlers['session']>>();
    const { open: opened } = open({ session });
    notify(message('credentials', { values: { apiKey: 'k' } }));
    notify(message('session', { signedIn: true }));
    notify(init());
    expect(vi.mocked(opened).mock.calls[0]?.[1]).toMatchObject({
      credentials: { apiKey: 'k' },
      signedIn: true,
    });
    notify(message('session', { signedIn: false }));
    expect(session.mock.calls).toEqual([[true], [false]]);
  });

  it('queries the server through the host, and matches each response to its request', async () => {
    const { host: connection } = open();
    const first = connection.ask('work?lat=1');
    const second = connection.ask('requests', '{}');
    expect(sent.slice(-2).map(({ message }) => message)).toEqual([
      message('ask', { seq: 1, path: 'work?lat=1' }),
      message('ask', { seq: 2, path: 'requests', body: '{}' }),
    ]);
    notify(message('answer', { inReplyTo: 2, status: 201, text: 'b' }));
    notify(message('answer', { inReplyTo: 1, status: 200, text: 'a' }));
    expect(await Promise.all([first, second])).toEqual([
      { status: 200, text: 'a' },
      { status: 201, text: 'b' },
    ]);
  });

  it('receives theme changes', () => {
    const themed = vi.fn<NonNullable<PageHandlers['themed']>>();
    open({ themed });
    notify(message('theme', { theme: 'dark' }));
    expect(themed).toHaveBeenCalledExactlyOnceWith('dark');
  });

  it('returns an image on request, and reports user moves', async () => {
    const { host: connection } = open({ capture: async () => 'data:image/png;base64,AA' });
    notify(message('capture', { seq: 9 }));
    await vi.waitFor(() =>
      expect(last()).toEqual(message('captured', { inReplyTo: 9, picture: 'data:image/png;base64,AA' })),
    );
    connection.moved({ lat: 4, lng: 5 });
    expect(last()).toEqual(message('location', { lat: 4, lng: 5 }));
    connection.open('https://a.example/');
    expect(last()).toEqual(message('open', { url: 'https://a.example/' }));
    connection.graphics([]);
    expect(last()).toEqual(message('graphics', { features: [] }));
    connection.noted();
    expect(last()).toEqual(message('noted'));
    connection.status('quota');
    expect(last()).toEqual(message('status', { state: 'quota' }));
  });
});

describe('a page with an opaque origin, by its sandbox', () => {
  beforeEach(() => vi.stubGlobal('origin', 'null'));
  afterEach(() => vi.unstubAllGlobals());

  it('communicates over a port given to each known host only', async () => {
    const ports: MessagePort[] = [];
    application.postMessage = (message, to, transferred: MessagePort[] = []) => {
      ports.push(...transferred);
      return sent.push({ message, to });
    };
    const { open: opened, host: connection } = open();
    expect(sent).toEqual([{ message: expect.objectContaining({ type: 'ready' }) as object, to: host }]);
    notify(init());
    expect(opened).not.toHaveBeenCalled();
    const [port] = ports;
    const answers: unknown[] = [];
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this starts the port, too
    port!.onmessage = ({ data }) => answers.push(data);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one receiver
    port!.postMessage(init());
    await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
    connection.moved({ lat: 4, lng: 5 });
    await vi.waitFor(() => expect(answers).toContainEqual(message('location', { lat: 4, lng: 5 })));
    expect(sent).toHaveLength(1);
    port!.close();
  });
});
