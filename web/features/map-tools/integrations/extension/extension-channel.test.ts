import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExtensionWelcome } from '../../../../../wire/extension-messages.ts';
import { createExtensionChannel, extensionTimeouts, type ExtensionState } from './extension-channel.ts';

const origin = 'https://ext.example';
const hello = { mapping: 'extension', type: 'hello', version: 1 };
const welcome: ExtensionWelcome = {
  mapping: 'extension',
  type: 'welcome',
  version: 1,
  extension: 'counter',
  permissions: ['view'],
  locale: 'en',
  direction: 'ltr',
  theme: 'light',
};

function rig() {
  const holder = new EventTarget() as unknown as Window;
  const sent: { message: unknown; to: string; port: MessagePort | undefined }[] = [];
  const page = {
    postMessage: (message: unknown, to: string, [port]: MessagePort[] = []) =>
      void sent.push({ message, to, port }),
  } as unknown as Window;
  const states: ExtensionState[] = [];
  const requests: unknown[] = [];
  const onOpen = vi.fn<() => void>();
  const channel = createExtensionChannel({
    holder,
    page: () => page,
    origin,
    welcome: () => welcome,
    onOpen,
    onRequest: (data) => requests.push(data),
    onState: (state) => states.push(state),
  });
  const receive = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
    holder.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: page, ...from }));
  const state = () => states.at(-1);
  return { channel, receive, sent, requests, onOpen, state };
}

/** Messages of ports are not under the control of fake timers. */
const delivered = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the page of an extension', () => {
  it('gets a port for its hello, on its own origin only', async () => {
    const { channel, receive, sent, requests, state } = rig();
    expect(state()).toEqual({ state: 'connecting' });
    receive(hello);
    expect(state()).toEqual({ state: 'open' });
    expect(sent).toMatchObject([{ message: welcome, to: origin }]);
    const port = sent[0]?.port as MessagePort;
    const got: unknown[] = [];
    port.addEventListener('message', ({ data }) => got.push(data));
    port.start();
    port.postMessage({ type: 'askLocation', id: 1 });
    channel.post({ type: 'theme', theme: 'dark' });
    await vi.waitFor(() => expect(got).toEqual([{ type: 'theme', theme: 'dark' }]));
    await vi.waitFor(() => expect(requests).toEqual([{ type: 'askLocation', id: 1 }]));
    channel.end();
  });

  it('starts again when it was reloaded, and its earlier port is dead', async () => {
    const { channel, receive, sent, requests, onOpen } = rig();
    receive(hello);
    receive(hello);
    expect(onOpen).toHaveBeenCalledTimes(2);
    sent[0]?.port?.postMessage('earlier');
    sent[1]?.port?.postMessage('now');
    await vi.waitFor(() => expect(requests).toEqual(['now']));
    channel.end();
  });

  it('that sends nothing is reported', () => {
    const silent = rig();
    silent.channel.loaded();
    vi.advanceTimersByTime(extensionTimeouts.hello);
    expect(silent.state()).toEqual({ state: 'silent' });
    const unloaded = rig();
    vi.advanceTimersByTime(extensionTimeouts.load);
    expect(unloaded.state()).toEqual({ state: 'silent' });
  });

  it('of another version is answered with those there are, and ended', () => {
    const { receive, sent, state } = rig();
    receive({ ...hello, version: 2 });
    expect(sent).toMatchObject([
      { message: { type: 'refused', versions: [1] }, to: origin, port: undefined },
    ]);
    expect(state()).toEqual({ state: 'version', theirs: 2 });
  });

  it('that sends too much is read at the allowed rate, and warned once', async () => {
    const { channel, receive, sent, requests } = rig();
    receive(hello);
    const port = sent[0]?.port as MessagePort;
    const got: unknown[] = [];
    port.addEventListener('message', ({ data }) => got.push(data));
    port.start();
    for (let each = 0; each < 500; each++) port.postMessage(each);
    await vi.waitFor(() => expect(got).toMatchObject([{ type: 'failed', reason: 'busy' }]));
    await delivered();
    expect(requests).toHaveLength(60);
    channel.end();
  });
});

describe('a page that lies about its origin', () => {
  it.each(['https://evil.example', 'http://ext.example', 'https://ext.example.evil.example', 'null'])(
    'and comes from %s is ended, with that origin, and receives nothing',
    (found) => {
      const { receive, sent, onOpen, state } = rig();
      receive({ ...hello, origin, url: `${origin}/` }, { origin: found });
      expect(state()).toEqual({ state: 'origin', found });
      receive(hello);
      expect(sent).toEqual([]);
      expect(onOpen).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['another window', {}],
    ['no window', null],
  ])('by sending from %s is ignored', (_what, source) => {
    const { receive, sent, state } = rig();
    receive(hello, { source });
    expect([sent, state()]).toEqual([[], { state: 'connecting' }]);
  });

  it('after it had connected loses its port', async () => {
    const { receive, sent, requests, state } = rig();
    receive(hello);
    receive(hello, { origin: 'https://evil.example' });
    expect(state()).toMatchObject({ state: 'origin' });
    sent[0]?.port?.postMessage({ type: 'askLocation', id: 1 });
    await delivered();
    await delivered();
    expect(requests).toEqual([]);
  });
});
