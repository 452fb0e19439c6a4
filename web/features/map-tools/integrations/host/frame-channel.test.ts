import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  throttling,
  createFrameChannel,
  type FrameReport,
  type FromPage,
  timeouts,
  type ToPage,
} from './frame-channel.ts';

const origin = 'https://pages.example';
const envelope = { intg: 1, id: 'photos' };
const ready = { ...envelope, type: 'ready', version: 1 };
const location = { ...envelope, type: 'location', lat: 51, lng: 71 };

function rig({ at = origin, own = false, greeting = [] as ToPage[], fails = false } = {}) {
  const holder = new EventTarget() as unknown as Window;
  const sent: { message: unknown; to: string }[] = [];
  const page = {
    postMessage: (message: unknown, to: string) => sent.push({ message, to }),
  } as unknown as Window;
  const reports: FrameReport[] = [];
  const messages: FromPage[] = [];
  const channel = createFrameChannel({
    id: 'photos',
    holder,
    page: () => page,
    origin: at,
    own,
    onReady() {
      greeting.forEach(channel.send);
      if (fails) channel.fail('projection');
    },
    onMessage: (message) => messages.push(message),
    onReport: (report) => reports.push(report),
  });
  const receive = async (
    data: unknown,
    from: { origin?: string; source?: unknown; ports?: MessagePort[] } = {},
  ) => {
    const event = Object.assign(new Event('message'), { data, origin: at, source: page, ports: [], ...from });
    holder.dispatchEvent(event);
    await vi.advanceTimersByTimeAsync(0);
  };
  const state = () => reports.at(-1)?.state;
  return { channel, receive, sent, messages, reports, state };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a page with the protocol', () => {
  it('receives a greeting on its own origin, and is listened to', async () => {
    const { receive, sent, messages, state } = rig({ greeting: [{ type: 'visibility', shown: true }] });
    expect(state()).toBe('loading');
    await receive(ready);
    expect(sent).toEqual([{ message: { ...envelope, type: 'visibility', shown: true }, to: origin }]);
    await receive({ ...location, heading: 370 });
    expect(messages).toEqual([{ ...location, heading: 10 }]);
    expect(state()).toBe('ok');
    await receive({ ...envelope, type: 'status', state: 'no-coverage', message: 'Nothing here' });
    expect(state()).toBe('no-coverage');
  });

  it('is ignored after the channel is closed', async () => {
    const { channel, receive, messages } = rig();
    await receive(ready);
    channel.end();
    await receive(location);
    expect(messages).toEqual([]);
  });

  it('returns an image on request, or none in time', async () => {
    const { channel, receive, sent } = rig();
    await receive({ ...ready, captures: true });
    const requested = channel.capture(7);
    expect(sent.at(-1)?.message).toMatchObject({ type: 'capture', seq: 7 });
    const picture = 'data:image/png;base64,AAAA';
    await receive({ ...envelope, type: 'captured', inReplyTo: 7, picture });
    expect(await requested).toBe(picture);
    const never = channel.capture(8);
    await vi.advanceTimersByTimeAsync(timeouts.capture);
    expect(await never).toBeUndefined();
  });

  it('is notified when its spatial reference is unavailable', async () => {
    const { receive, state } = rig({ own: true, fails: true });
    await receive(ready);
    await vi.advanceTimersByTimeAsync(timeouts.first);
    expect(state()).toBe('projection');
  });
});

describe('a hostile page', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another scheme', { origin: 'http://pages.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another window', { source: {} }],
    ['no window', { source: null }],
  ])('of %s is ignored and receives nothing', async (_what, from) => {
    const { receive, sent, messages, state } = rig({
      own: true,
      greeting: [{ type: 'credentials', values: { a: 'b' } }],
    });
    await receive(ready, from);
    await receive(location, from);
    expect(sent).toEqual([]);
    expect(messages).toEqual([]);
    expect(state()).toBe('loading');
  });

  it('cannot impersonate another integration, speak before its hello, or send malformed messages', async () => {
    const { receive, messages } = rig();
    await receive(location);
    await receive(ready);
    await receive({ ...location, id: 'other' });
    await receive({ ...location, lat: 91 });
    await receive({ ...envelope, type: 'credentials', values: {} });
    await receive('ready');
    expect(messages).toEqual([]);
  });
});

describe('a page without an origin', () => {
  const port = () => {
    const sent: unknown[] = [];
    const given = { postMessage: (message: unknown) => sent.push(message), close: vi.fn<() => void>() };
    return { sent, given: given as unknown as MessagePort };
  };

  it('communicates only over the port of its first message', async () => {
    const { receive, sent, messages } = rig({ at: 'null', greeting: [{ type: 'visibility', shown: true }] });
    const { sent: overPort, given } = port();
    await receive(ready);
    expect(messages).toEqual([]);
    await receive(ready, { ports: [given] });
    expect(sent).toEqual([]);
    expect(overPort).toEqual([{ ...envelope, type: 'visibility', shown: true }]);
    // From its window only the first message is accepted.
    await receive(location);
    expect(messages).toEqual([]);
    given.onmessage?.(new MessageEvent('message', { data: location }));
    expect(messages).toEqual([location]);
  });

  it('communicates over the new port after a reload', async () => {
    const { receive, channel } = rig({ at: 'null' });
    const [first, second] = [port(), port()];
    await receive(ready, { ports: [first.given] });
    await receive(ready, { ports: [second.given] });
    channel.send({ type: 'visibility', shown: true });
    expect(first.given.close).toHaveBeenCalled();
    expect([first.sent.length, second.sent.length]).toEqual([0, 1]);
  });

  it.each([
    ['another window', { source: {} }],
    ['an origin', { origin }],
  ])('is not accepted from %s', async (_what, from) => {
    const { receive, state } = rig({ at: 'null' });
    const { given, sent } = port();
    await receive(ready, { ports: [given], ...from });
    expect(state()).toBe('loading');
    expect(sent).toEqual([]);
  });
});

describe('a page without the protocol', () => {
  it('counts as a plain page after a few seconds, if it is foreign', async () => {
    const { channel, state } = rig();
    channel.loaded();
    await vi.advanceTimersByTimeAsync(timeouts.foreign);
    expect(state()).toBe('plain');
  });

  it('counts as failed, if it is built in', async () => {
    const { channel, state } = rig({ own: true });
    channel.loaded();
    await vi.advanceTimersByTimeAsync(timeouts.foreign);
    expect(state()).toBe('loading');
    await vi.advanceTimersByTimeAsync(timeouts.own);
    expect(state()).toBe('unavailable');
  });

  it('counts as failed if it never loads', async () => {
    const { state } = rig();
    await vi.advanceTimersByTimeAsync(timeouts.load);
    expect(state()).toBe('unavailable');
  });

  it('counts as failed if it sends only hello, if it is built in', async () => {
    const { receive, state } = rig({ own: true });
    await receive(ready);
    await vi.advanceTimersByTimeAsync(timeouts.first);
    expect(state()).toBe('unavailable');
  });
});

describe('a page that sends too many messages', () => {
  const move = (lng: number) => ({ ...location, lng });

  it('is throttled to the first move, then the latest', async () => {
    const { receive, messages } = rig();
    await receive(ready);
    for (const lng of [1, 2, 3, 4]) await receive(move(lng));
    await vi.advanceTimersByTimeAsync(throttling.every);
    expect(messages).toEqual([move(1), move(4)]);
  });

  it('is not moved back by messages older than its response', async () => {
    const { receive, messages } = rig();
    await receive(ready);
    await receive(move(1));
    await receive(move(2));
    await receive({ ...move(3), inReplyTo: 5 });
    await vi.advanceTimersByTimeAsync(throttling.every);
    expect(messages).toEqual([move(1), { ...move(3), inReplyTo: 5 }]);
  });

  it('is ignored while flooding, and accepted again later', async () => {
    const { receive, messages } = rig();
    await receive(ready);
    for (let each = 0; each < 1000; each++)
      await receive({ ...envelope, type: 'open', url: `https://a.example/${each}` });
    expect(messages).toHaveLength(throttling.messagesASecond - 1);
    await vi.advanceTimersByTimeAsync(1000);
    await receive(move(9));
    expect(messages.at(-1)).toEqual(move(9));
  });
});
