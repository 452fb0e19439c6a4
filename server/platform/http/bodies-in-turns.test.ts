import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { createHttpApp } from './app.ts';
import { readForm } from './multipart/read-form.ts';

let app: FastifyInstance;
let port: number;
let turn = 0;
const turnsOfResponses: number[] = [];

beforeAll(async () => {
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost' });
  app.post<{ Params: { person: string } }>('/forms/:person', async (request) => {
    const form = await readForm(request, {
      limit: { fields: 10_000_000, files: 10_000_000 },
      sender: async () => {
        if (request.params.person === 'dead')
          throw new MappingError('portal:invalid-token', 'Invalid token.', { status: 498 });
        return request.params.person === 'unknown' ? undefined : request.params.person;
      },
    });
    await form.discard();
    return { fields: form.fields.length };
  });
  app.post('/json', async () => {
    turnsOfResponses.push(turn);
  });
  await app.listen({ port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`;
const fields = Array.from({ length: 900 }, (_none, n) => part(`"f${n}"`, 'a'.repeat(1000))).join('');
const file = part('"file"; filename="a.csv"', 'a'.repeat(3_000_000));

/**
 * Sends a form several times at once, and returns the maximum number of bytes of all of them read in one turn
 * of the event loop.
 */
async function maxPerTurn(person: string, body: string): Promise<number> {
  const head = [
    `POST /forms/${person} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${body.length + 7}`,
  ];
  const message = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}--x--\r\n`);
  const taken: Socket[] = [];
  const take = (socket: Socket) => taken.push(socket);
  app.server.on('connection', take);
  const clients = Array.from({ length: senders }, () => connect(port).resume());
  for (const client of clients) client.write(message);
  const read = () => taken.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  let [most, before] = [0, 0];
  while (before < senders * message.length) {
    await nextTurn();
    most = Math.max(most, read() - before);
    before = read();
  }
  app.server.off('connection', take);
  for (const client of clients) client.destroy();
  return most;
}

const senders = 6;
/** Bytes of one read of a socket; without a limit Node reads up to 32 times per turn. */
const oneRead = 64 * 1024;

test.each([
  ['many fields', 'ada', fields, 1],
  ['a file of a user', 'ada', file, 2],
  ['a file of an unknown sender', 'unknown', file, 2],
  ['a form that was refused', 'dead', file, 2],
])('reads little of %s in one turn of the event loop', async (_what, person, body, reads) => {
  expect(await maxPerTurn(person, body)).toBeLessThanOrEqual(senders * reads * oneRead);
});

test.each([
  ['application/json', JSON.stringify({ text: 'a'.repeat(limits.turnBodyBytes) })],
  ['application/x-www-form-urlencoded', `text=${'a'.repeat(limits.turnBodyBytes)}`],
])('parses one large body of type %s in one turn of the event loop', async (type, body) => {
  const send = () =>
    Array.from({ length: senders }, async () =>
      fetch(`http://localhost:${port}/json`, { method: 'POST', headers: { 'content-type': type }, body }),
    );
  // Their connections stay open: the next requests arrive together.
  await Promise.all(send());
  turnsOfResponses.length = 0;
  const sent = send();
  const responses = Promise.all(sent).then((all) => all.map(({ status }) => status));
  while (turnsOfResponses.length < senders) {
    await nextTurn();
    turn += 1;
  }
  expect(await responses).toEqual(Array(senders).fill(200));
  expect(new Set(turnsOfResponses).size).toBe(senders);
});
