import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/**
 * Callers that hold connections by sending next to nothing. The server has a hundredth of its usual timeouts.
 */
let server: TestServer;
const lines: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    timeoutFactor: 0.01,
    logLevel: 'warn',
    logStream: { write: (line) => void lines.push(line) },
  });
  await saveConfig(server.database, 'town', { title: 'Town', portal: { url: '/portal' } }, 'test');
});
afterAll(() => server.stop());

/**
 * Sends, keeps the connection open, and waits until the server closes it.
 * @param ended receives the socket once the text has been sent, to close it first
 * @returns the response
 */
async function dawdle(text: string, ended?: (socket: Socket) => void): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let output = '';
  socket.on('data', (part) => {
    output += part.toString();
  });
  // The expected disconnection.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  socket.write(text, () => ended?.(socket));
  await closed;
  return output;
}

describe('a slow caller is disconnected', () => {
  test('when sending headers', async () => {
    expect(await dawdle('GET /api/town/config HTTP/1.1\r\nhost: x\r\nx-slow: ')).toMatch(
      /^(HTTP\/1.1 408|$)/,
    );
  });

  test.each(['application/x-www-form-urlencoded', 'application/json'])(
    'when sending a body of %s',
    async (type) => {
      const head = `POST /portal/sharing/rest/generateToken HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}`;
      expect(await dawdle(`${head}\r\ncontent-length: 1000\r\n\r\nusername=a`)).toMatch(/^HTTP\/1.1 408/);
    },
  );

  test('when a file upload stalls', async () => {
    const head =
      'POST /portal/sharing/rest/content/users/ada/addItem HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=e';
    const part = '--e\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    expect(await dawdle(`${head}\r\ncontent-length: 1000\r\n\r\n${part}`)).toMatch(/^HTTP\/1.1 408/);
  });
});

/** A body that announces more than is sent, in each of the ways in which bodies are read. */
const cutBodies = [
  ['a form', 'application/x-www-form-urlencoded', 'f=json&username=a'],
  ['JSON', 'application/json', '{"username":'],
  [
    'fields',
    'multipart/form-data; boundary=e',
    '--e\r\ncontent-disposition: form-data; name="f"\r\n\r\njson\r\n',
  ],
  [
    'a file',
    'multipart/form-data; boundary=e',
    '--e\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  ],
] as const;
const post = (type: string, body: string) =>
  `POST /portal/sharing/rest/generateToken HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n${body}`;

describe('the log names the cause, and no error of the server', () => {
  const logged = () => lines.map((line) => JSON.parse(line) as { level: number; msg: string });
  /** The server has seen the end of the connection before it answers the next one. */
  const settled = async () => void (await fetch(`${server.url}/api/town/config`));
  const warnings = () => logged().filter(({ level }) => level >= 40);
  beforeEach(() => void lines.splice(0));

  test.each(cutBodies)('when %s does not arrive in time', async (_what, type, body) => {
    await dawdle(post(type, body));
    await settled();
    expect(warnings().map(({ msg }) => msg)).toEqual(['request body timed out']);
  });

  test.each(cutBodies)('when the caller leaves in the middle of %s', async (_what, type, body) => {
    await dawdle(post(type, body), (socket) => socket.destroy());
    await settled();
    expect(warnings()).toEqual([]);
  });
});

test('answers others while hundreds of callers are slow', async () => {
  const slow = Array.from({ length: 300 }, () => dawdle('GET /api/town/config HTTP/1.1\r\nhost: x\r\n'));
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(`${server.url}/api/town/config`)).status),
  );
  expect(answers).toEqual(answers.map(() => 200));
  await Promise.all(slow);
});

test('a stop does not wait for connections opened in advance', async () => {
  const stopped: string[] = [];
  const other = await startTestServer({
    databaseUrl: server.databaseUrl,
    logLevel: 'warn',
    logStream: { write: (line) => void stopped.push(line) },
  });
  const { hostname, port } = new URL(other.url);
  const socket = connect(Number(port), hostname);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  // By its response to another one, the server has the connection.
  await fetch(`${other.url}/health`);
  await other.stop();
  await closed;
  // After half a minute it would say that it cut it off.
  expect(stopped).toEqual([]);
});

test('allows a slow connection: an upload may take an hour', () => {
  expect(limits.fileBodySeconds).toBeGreaterThanOrEqual(3600);
  expect(limits.headersSeconds).toBeLessThanOrEqual(60);
});
