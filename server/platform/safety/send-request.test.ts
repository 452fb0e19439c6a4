import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { readBeginning, sendRequest } from './send-request.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A host that answers the first request with these bytes, and then closes the connection or leaves it open. */
async function answer(bytes: string, then: 'closes' | 'stays') {
  const server = createServer();
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const answered = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    socket.on('close', () => closed.resolve());
    socket.once('data', () => {
      if (then === 'closes') socket.end(bytes);
      else if (bytes !== '') socket.write(bytes);
      answered.resolve();
    });
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { url, answered: answered.promise, closed: closed.promise };
}

const ask = (url: URL, signal = new AbortController().signal) =>
  sendRequest(url, { signal }, async (response) => String(await readBeginning(response, 100)));

const switching = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';
const stages = [
  ['nothing', ''],
  ['a part of the head', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ['an interim response', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ['a head', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n'],
  ['a part of the body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'],
  ['a part of a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nabc'],
  ['another protocol', switching],
  ['no HTTP', 'SSH-2.0-x\r\n'],
] as const;

describe('a request fails, and its connection is closed', () => {
  test.each(stages)('when the host sends %s and closes', async (_stage, bytes) => {
    const { url, closed } = await answer(bytes, 'closes');
    await expect(ask(url)).rejects.toBeInstanceOf(Error);
    await closed;
  });

  test.each(stages)('when the host sends %s and no more, and the signal aborts', async (_stage, bytes) => {
    const { url, answered, closed } = await answer(bytes, 'stays');
    const ending = new AbortController();
    const asked = Promise.allSettled([ask(url, ending.signal)]);
    await answered;
    ending.abort(new Error('late'));
    expect(await asked).toMatchObject([{ status: 'rejected' }]);
    await closed;
  });

  test('when the host switches to another protocol, without waiting for the signal', async () => {
    const { url, closed } = await answer(switching, 'stays');
    await expect(ask(url)).rejects.toThrow('another protocol');
    await closed;
  });

  test('with the reason when its signal aborts, or has', async () => {
    const { url, answered } = await answer('', 'stays');
    const reason = new Error('late');
    const ending = new AbortController();
    const asked = Promise.allSettled([ask(url, ending.signal)]);
    await answered;
    ending.abort(reason);
    const error = { name: 'AbortError', cause: reason };
    expect(await asked).toMatchObject([{ status: 'rejected', reason: error }]);
    await expect(ask(url, AbortSignal.abort(reason))).rejects.toMatchObject({ cause: reason });
  });
});

test('a body without a length ends with the connection', async () => {
  const { url } = await answer('HTTP/1.1 200 OK\r\n\r\nall of it', 'closes');
  expect(await ask(url)).toBe('all of it');
});

test('the connection is closed when enough was read', async () => {
  const { url, closed } = await answer(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(200)}`, 'stays');
  expect(await ask(url)).toBe('x'.repeat(100));
  await closed;
});
