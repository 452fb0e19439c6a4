import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { portalOutOfReach } from '../../../wire/portal-address.ts';
import { foreignTokens } from './portal-tokens.ts';
import { createSilentPortals } from './silent-portals.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Accepts connections and answers nothing until `speak`; a TLS connection to it is never established, as through a firewall. */
async function startSilence() {
  let response: string | undefined;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      if (response === undefined) return;
      const head = `HTTP/1.1 200 OK\r\ncontent-length: ${response.length}\r\nconnection: close\r\n\r\n`;
      socket.end(head + response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    speak(text: string) {
      response = text;
    },
  };
}

const anHour = 3_600_000;
const outcome = (work: Promise<{ username: string }>) =>
  work.then(
    ({ username }) => username,
    (error: unknown) => (error instanceof MappingError ? error.id : String(error)),
  );

it('a connection that is never established fails soon; the next sign-in does not wait at all', async () => {
  const portal = await startSilence();
  const address = `https://${portal.host}/portal`;
  let now = 0;
  const silent = createSilentPortals(() => now);
  const shared = { allowedPrivateHosts: true, silent, milliseconds: anHour };
  const first = foreignTokens(address, { ...shared, connectMilliseconds: 50 });
  await expect(first.grant({}, undefined)).rejects.toMatchObject({
    id: portalOutOfReach,
    message: expect.stringContaining('there is no connection'),
  });
  // This one would wait for an hour.
  const patient = foreignTokens(address, { ...shared, connectMilliseconds: anHour });
  expect(await outcome(patient.grant({}, undefined))).toBe(portalOutOfReach);
  expect(await outcome(patient.grant({}, undefined))).toBe(portalOutOfReach);
  // The first request and one probe.
  await expect.poll(portal.connections).toBe(2);

  now += 301_000;
  expect(await outcome(first.grant({}, undefined))).toBe(portalOutOfReach);
  await expect.poll(portal.connections).toBe(3);
});

it('a portal that responds again is asked again', async () => {
  const portal = await startSilence();
  const address = `http://${portal.host}/portal`;
  const silent = createSilentPortals(() => 0);
  silent.record(address, 'There is no connection.');
  const tokens = foreignTokens(address, { allowedPrivateHosts: true, silent, milliseconds: 200 });
  expect(await outcome(tokens.grant({}, undefined))).toBe(portalOutOfReach);
  silent.record(address, 'There is no connection.');
  portal.speak(JSON.stringify({ access_token: 'a', expires_in: 1800, username: 'olga' }));
  await expect.poll(() => outcome(tokens.grant({}, undefined))).toBe('olga');
});

it('a portal that refuses connections is asked each time, because that costs no time', async () => {
  const silent = createSilentPortals(() => 0);
  const tokens = foreignTokens('http://127.0.0.1:9/portal', { allowedPrivateHosts: true, silent });
  expect(await outcome(tokens.grant({}, undefined))).toBe(portalOutOfReach);
  expect(silent.find('http://127.0.0.1:9/portal', () => Promise.resolve())).toBeUndefined();
});
