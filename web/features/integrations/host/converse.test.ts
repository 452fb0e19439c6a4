import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calm, converse, type FrameReport, type FromPage, patience, type ToPage } from './converse.ts';

const origin = 'https://pages.example';
const envelope = { intg: 1, id: 'photos' };
const ready = { ...envelope, type: 'ready', version: 1 };
const location = { ...envelope, type: 'location', lat: 51, lng: 71 };

function rig({ at = origin, own = false, greeting = [] as ToPage[], fails = false } = {}) {
  const holder = new EventTarget() as unknown as Window;
  const said: { message: unknown; to: string }[] = [];
  const page = {
    postMessage: (message: unknown, to: string) => said.push({ message, to }),
  } as unknown as Window;
  const reports: FrameReport[] = [];
  const messages: FromPage[] = [];
  const conversation = converse({
    id: 'photos',
    holder,
    page: () => page,
    origin: at,
    own,
    onReady: async () => {
      if (fails) throw new Error('no projection');
      return greeting;
    },
    onMessage: (message) => messages.push(message),
    onReport: (report) => reports.push(report),
  });
  const hear = async (
    data: unknown,
    from: { origin?: string; source?: unknown; ports?: MessagePort[] } = {},
  ) => {
    const event = Object.assign(new Event('message'), { data, origin: at, source: page, ports: [], ...from });
    holder.dispatchEvent(event);
    await vi.advanceTimersByTimeAsync(0);
  };
  const state = () => reports.at(-1)?.state;
  return { conversation, hear, said, messages, reports, state };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a page that speaks', () => {
  it('is greeted at its own origin, and heard', async () => {
    const { hear, said, messages, state } = rig({ greeting: [{ type: 'visibility', shown: true }] });
    expect(state()).toBe('loading');
    await hear(ready);
    expect(said).toEqual([{ message: { ...envelope, type: 'visibility', shown: true }, to: origin }]);
    await hear({ ...location, heading: 370 });
    expect(messages).toEqual([{ ...location, heading: 10 }]);
    expect(state()).toBe('ok');
    await hear({ ...envelope, type: 'status', state: 'no-coverage', message: 'Nothing here' });
    expect(state()).toBe('no-coverage');
  });

  it('is heard no more when the conversation has ended', async () => {
    const { conversation, hear, messages } = rig();
    await hear(ready);
    conversation.end();
    await hear(location);
    expect(messages).toEqual([]);
  });

  it('gives a picture when asked, or none in time', async () => {
    const { conversation, hear, said } = rig();
    await hear({ ...ready, captures: true });
    const asked = conversation.capture(7);
    expect(said.at(-1)?.message).toMatchObject({ type: 'capture', seq: 7 });
    const picture = 'data:image/png;base64,AAAA';
    await hear({ ...envelope, type: 'captured', inReplyTo: 7, picture });
    expect(await asked).toBe(picture);
    const never = conversation.capture(8);
    await vi.advanceTimersByTimeAsync(patience.capture);
    expect(await never).toBeUndefined();
  });

  it('is told when its spatial reference cannot be reached', async () => {
    const { hear, state } = rig({ own: true, fails: true });
    await hear(ready);
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
  ])('of %s is not heard and learns nothing', async (_what, from) => {
    const { hear, said, messages, state } = rig({
      own: true,
      greeting: [{ type: 'credentials', values: { a: 'b' } }],
    });
    await hear(ready, from);
    await hear(location, from);
    expect(said).toEqual([]);
    expect(messages).toEqual([]);
    expect(state()).toBe('loading');
  });

  it('cannot speak for another integration, nor before it said hello, nor nonsense', async () => {
    const { hear, messages } = rig();
    await hear(location);
    await hear(ready);
    await hear({ ...location, id: 'other' });
    await hear({ ...location, lat: 91 });
    await hear({ ...envelope, type: 'credentials', values: {} });
    await hear('ready');
    expect(messages).toEqual([]);
  });
});

describe('a page without an origin', () => {
  const port = () => {
    const said: unknown[] = [];
    const given = { postMessage: (message: unknown) => said.push(message), close: vi.fn<() => void>() };
    return { said, given: given as unknown as MessagePort };
  };

  it('is spoken with over the port of its first word, and by no other way', async () => {
    const { hear, said, messages } = rig({ at: 'null', greeting: [{ type: 'visibility', shown: true }] });
    const { said: overPort, given } = port();
    await hear(ready);
    expect(messages).toEqual([]);
    await hear(ready, { ports: [given] });
    expect(said).toEqual([]);
    expect(overPort).toEqual([{ ...envelope, type: 'visibility', shown: true }]);
    // From its window only the first word counts.
    await hear(location);
    expect(messages).toEqual([]);
    given.onmessage?.(new MessageEvent('message', { data: location }));
    expect(messages).toEqual([location]);
  });

  it('that loads anew is spoken with over the port of the new one', async () => {
    const { hear, conversation } = rig({ at: 'null' });
    const [first, second] = [port(), port()];
    await hear(ready, { ports: [first.given] });
    await hear(ready, { ports: [second.given] });
    conversation.say({ type: 'visibility', shown: true });
    expect(first.given.close).toHaveBeenCalled();
    expect([first.said.length, second.said.length]).toEqual([0, 1]);
  });

  it.each([
    ['another window', { source: {} }],
    ['an origin', { origin }],
  ])('is not what comes from %s', async (_what, from) => {
    const { hear, state } = rig({ at: 'null' });
    const { given, said } = port();
    await hear(ready, { ports: [given], ...from });
    expect(state()).toBe('loading');
    expect(said).toEqual([]);
  });
});

describe('a page that does not speak', () => {
  it('is a plain page after a few seconds, if it is foreign', async () => {
    const { conversation, state } = rig();
    conversation.loaded();
    await vi.advanceTimersByTimeAsync(patience.foreign);
    expect(state()).toBe('plain');
  });

  it('is out of order, if it is ours', async () => {
    const { conversation, state } = rig({ own: true });
    conversation.loaded();
    await vi.advanceTimersByTimeAsync(patience.foreign);
    expect(state()).toBe('loading');
    await vi.advanceTimersByTimeAsync(patience.own);
    expect(state()).toBe('unavailable');
  });

  it('that never loads is out of order', async () => {
    const { state } = rig();
    await vi.advanceTimersByTimeAsync(patience.load);
    expect(state()).toBe('unavailable');
  });

  it('that says hello and then nothing is out of order, if it is ours', async () => {
    const { hear, state } = rig({ own: true });
    await hear(ready);
    await vi.advanceTimersByTimeAsync(patience.first);
    expect(state()).toBe('unavailable');
  });
});

describe('a page that chatters', () => {
  const move = (lng: number) => ({ ...location, lng });

  it('is taken up calmly: the first move, then the latest', async () => {
    const { hear, messages } = rig();
    await hear(ready);
    for (const lng of [1, 2, 3, 4]) await hear(move(lng));
    await vi.advanceTimersByTimeAsync(calm.every);
    expect(messages).toEqual([move(1), move(4)]);
  });

  it('is not moved back by what came before its answer', async () => {
    const { hear, messages } = rig();
    await hear(ready);
    await hear(move(1));
    await hear(move(2));
    await hear({ ...move(3), inReplyTo: 5 });
    await vi.advanceTimersByTimeAsync(calm.every);
    expect(messages).toEqual([move(1), { ...move(3), inReplyTo: 5 }]);
  });

  it('is not read at all when it floods, and is heard again later', async () => {
    const { hear, messages } = rig();
    await hear(ready);
    for (let each = 0; each < 1000; each++)
      await hear({ ...envelope, type: 'open', url: `https://a.example/${each}` });
    expect(messages).toHaveLength(calm.messagesASecond - 1);
    await vi.advanceTimersByTimeAsync(1000);
    await hear(move(9));
    expect(messages.at(-1)).toEqual(move(9));
  });
});
