import type { FastifyInstance, FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHttpApp } from '../http/app.ts';
import { beginCommit, currentWork } from '../database/current-work.ts';
import { createBudget } from './budget.ts';
import { type Budgets, withinBudgets } from './budgets.ts';
import { requesterHooks } from './requester.ts';

let app: FastifyInstance;
let lines: string[];
/** What the route does; `ended` opens when its answer has been written or its connection closed. */
let handle: (reply: FastifyReply) => Promise<unknown>;
let compressed: Promise<void>;
let ended: PromiseWithResolvers<void>;

beforeEach(async () => {
  lines = [];
  ended = Promise.withResolvers();
  compressed = Promise.resolve();
  const logStream = { write: (line: string) => void lines.push(line) };
  app = await createHttpApp({ logLevel: 'warn', publicUrl: 'http://localhost', logStream });
  await app.register(requesterHooks);
  const tiles = createBudget({ name: 'tiles', concurrency: 1, queue: 0, deadlineMs: 20 });
  withinBudgets(app, { tiles } as Partial<Budgets> as Budgets, 'tiles');
  app.addHook('onSend', async (_request, _reply, payload) => {
    await compressed;
    return payload;
  });
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.once('close', () => ended.resolve());
    done();
  });
  app.get('/tile', async (_request, reply) => handle(reply));
});
afterEach(() => app.close());

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const listen = () => app.listen({ port: 0, host: '127.0.0.1' });

test('a handler that sends after its deadline sends nothing', async () => {
  const late = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  handle = async (reply) => {
    await late.promise;
    reply.header('content-encoding', 'gzip').send(Buffer.from('tile'));
    sent.resolve();
    return reply;
  };
  const response = await fetch(`${await listen()}/tile`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ id: 'busy:tiles-took-too-long' });
  late.resolve();
  await sent.promise;
  await settle();
  expect(lines.join('')).not.toMatch(/already sent|reply\.sent/);
});

test('a handler whose COMMIT outlasts its deadline answers itself', async () => {
  const committed = Promise.withResolvers<void>();
  handle = async (reply) => {
    const work = currentWork();
    const ended = work && beginCommit(work);
    work?.signal.addEventListener('abort', () => committed.resolve());
    await committed.promise;
    ended?.(true);
    await settle();
    return reply.code(201).send({ saved: true });
  };
  const response = await fetch(`${await listen()}/tile`);
  expect([response.status, await response.json()]).toEqual([201, { saved: true }]);
});

test('a handler that sends after its caller left sends nothing', async () => {
  const started = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  handle = async (reply) => {
    started.resolve();
    await ended.promise;
    await settle();
    reply.send(Buffer.from('tile'));
    sent.resolve();
    return reply;
  };
  const leave = new AbortController();
  const response = fetch(`${await listen()}/tile`, { signal: leave.signal }).catch(() => undefined);
  await started.promise;
  leave.abort();
  await response;
  await sent.promise;
  await settle();
  expect(lines.join('')).not.toMatch(/already sent|reply\.sent/);
});

test('an answer that is compressed until after the deadline is sent, and no other', async () => {
  const compression = Promise.withResolvers<void>();
  compressed = compression.promise;
  handle = async (reply) => {
    // The signal of the work aborts at the deadline.
    currentWork()?.signal.addEventListener('abort', () => setImmediate(compression.resolve));
    return reply.send(Buffer.from('tile'));
  };
  const response = await fetch(`${await listen()}/tile`);
  expect(await response.text()).toBe('tile');
  expect(response.status).toBe(200);
  await ended.promise;
  await settle();
  expect(lines.join('')).not.toMatch(/already sent|reply\.sent/);
});
