import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBudget } from '../../budgets/budget.ts';
import { type BudgetName, createBudgets } from '../../budgets/budgets.ts';
import { asRequester, countForOrganisation, nameRequester, requesterHooks } from '../../budgets/requester.ts';
import { inShareOfFirst } from '../../budgets/shared-work.ts';
import { createHttpApp } from '../app.ts';
import { respondPerCaller } from './compress-response.ts';

/** More than the buffers of both sides of a connection hold. */
const big = Buffer.alloc(20_000_000, 'x');
/** What a gzip file makes smaller by a quarter. */
const text = JSON.stringify(randomBytes(300_000).toString('base64'));
let app: FastifyInstance;
let port: number;
let begun: number;
/** Bytes of a compressed response, and those that are counted when it is sent. */
let compressed: [sent: number, counted: number] | undefined;
const open: Socket[] = [];

type From = { Params: { org: string }; Querystring: { account?: string; member?: string } };

beforeAll(async () => {
  app = await createHttpApp({
    logLevel: 'silent',
    publicUrl: 'http://localhost',
    trustProxy: 'loopback',
    // A response of this size may wait, and the next one that has begun.
    responses: { ofMember: 20_000_000, ofAddress: 40_000_000, largest: 20_000_000, inAll: 500_000_000 },
  });
  await app.register(requesterHooks);
  const features = createBudget({
    name: 'features',
    concurrency: 4,
    queue: 9,
    deadlineMs: 60_000,
    hasLargeResponses: true,
  });
  const identify = async ({ account, member }: From['Querystring']) => {
    if (account !== undefined) await nameRequester(account, 'town');
    if (member !== undefined) await countForOrganisation(member);
  };
  app.get<From>('/api/:org/query', async (request, reply) => {
    await identify(request.query);
    const body = await features.run(undefined, async () => {
      begun += 1;
      return big;
    });
    return reply.send(body);
  });
  app.get<From>('/api/:org/file', async (request, reply) => {
    await identify(request.query);
    return reply.send(big);
  });
  app.get('/small', async () => 'small');
  await app.register(async (services) => {
    respondPerCaller(services);
    services.addHook('onSend', async (_request, _reply, payload) => {
      compressed = [(payload as Buffer).length, app.waitingResponses.inAll];
      return payload;
    });
    services.get('/page', async (_request, reply) => reply.type('application/json').send(text));
  });
  await app.listen({ port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
beforeEach(() => {
  begun = 0;
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await vi.waitUntil(() => app.waitingResponses.inAll === 0);
});

/** Requests a response, and reads only its beginning. @returns the status and the time to wait, if any */
async function neglect(path: string, address: string): Promise<string> {
  const socket = connect(port);
  open.push(socket.on('error', () => {}));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  const head = first.toString('latin1');
  const [, status = ''] = head.split(' ');
  const wait = /^retry-after: (\d+)/im.exec(head)?.[1];
  return wait === undefined ? status : `${status} wait ${wait}`;
}

const [nat, elsewhere] = ['192.0.2.1', '192.0.2.2'];
const refused = '503 wait 5';

describe('work with large responses', () => {
  test('does not begin for visitors of an address who leave too many unread, and does for all others', async () => {
    for (const _ of [1, 2]) expect(await neglect('/api/town/query', nat)).toBe('200');
    expect(begun).toBe(2);
    expect(await neglect('/api/town/query', nat)).toBe(refused);
    expect(begun).toBe(2);
    expect(await neglect('/api/town/query', elsewhere)).toBe('200');
    for (const who of ['account=ada', 'account=grace', 'member=ada', 'member=grace'])
      expect(await neglect(`/api/town/query?${who}`, nat)).toBe('200');
    expect(await neglect('/small', nat)).toBe('200');
  });

  test.each(['account', 'member'])(
    'does not begin for one who does, known by their %s, wherever they are',
    async (kind) => {
      expect(await neglect(`/api/town/query?${kind}=ada`, nat)).toBe('200');
      expect(await neglect(`/api/town/query?${kind}=ada`, elsewhere)).toBe(refused);
      expect(begun).toBe(1);
      expect(await neglect('/api/town/query', nat)).toBe('200');
    },
  );

  test('begins for a member of another organisation with the same name', async () => {
    for (const org of ['town', 'harbour'])
      expect(await neglect(`/api/${org}/query?member=ada`, nat)).toBe('200');
  });

  test('that has begun is answered, though its caller has left enough unread meanwhile', async () => {
    const held = app.waitingResponses.open({ network: `address ${nat}`, sender: '', most: 60_000_000 });
    held.add(39_000_000);
    expect(await neglect('/api/town/query', nat)).toBe('200');
    // No more than one beyond the limit.
    expect(await neglect('/api/town/file', nat)).toBe(refused);
    held.close();
  });
});

test('what is counted for a compressed response is what waits of it', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/page`, { headers: { 'x-forwarded-for': nat } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(await response.text()).toBe(text);
  const [sent, counted] = compressed ?? [];
  expect(sent).toBeLessThan(0.8 * text.length);
  expect(counted).toBe(sent);
});

describe('a caller with unread responses', () => {
  const full = new Error('full');
  const from = <Result>(run: () => Result) => {
    const refuseUnread = () => {
      throw full;
    };
    return asRequester({ caller: 'address', signal: new AbortController().signal, refuseUnread }, run);
  };
  const budgets = createBudgets();
  const run = (name: BudgetName) => budgets[name].run(undefined, async () => 'begun');

  test.each(['features', 'geometryService'] as const)('begins nothing in %s', async (name) => {
    await expect(from(() => run(name))).rejects.toBe(full);
    expect(budgets[name].count()).toMatchObject({ used: 0, queued: 0 });
  });

  test.each(['small', 'content', 'signIn', 'passwords', 'edits', 'uploads'] as const)(
    'goes on in %s',
    async (name) => expect(await from(() => run(name))).toBe('begun'),
  );

  test('keeps nobody from a response that they share', async () => {
    expect(await from(() => inShareOfFirst(() => run('features'))())).toBe('begun');
  });
});
