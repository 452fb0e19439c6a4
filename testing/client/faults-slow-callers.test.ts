import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/**
 * Callers that hold connections by sending next to nothing. The server has a fiftieth of its usual timeouts.
 */
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ patience: 0.02 });
  await saveConfig(server.database, 'town', { title: 'Town', portal: { url: '/portal' } }, 'test');
});
afterAll(() => server.stop());

/** Sends, keeps the connection open, and waits until the server closes it. @returns the response */
async function dawdle(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('data', (part) => {
    said += part.toString();
  });
  // The expected disconnection.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  socket.write(text);
  await closed;
  return said;
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
    expect(await dawdle(`${head}\r\ncontent-length: 1000\r\n\r\n${part}`)).not.toContain('200 OK');
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

test('allows a slow connection: an upload may take an hour', () => {
  expect(limits.fileBodySeconds).toBeGreaterThanOrEqual(3600);
  expect(limits.headersSeconds).toBeLessThanOrEqual(60);
});
