import { expect, test } from 'vitest';
import { createHttpApp } from './app.ts';
import { limits } from '../../limits.ts';
import { loggedError, loggedPath, loggedText } from './log-lines.ts';

test.each([
  ['/', '/'],
  ['/api/town/config', '/api/town/config'],
  ['/portal/sharing/rest/search?q=x&token=secret', '/portal/sharing/rest/search'],
  ['/a?b?c', '/a'],
  ['?token=secret', ''],
  ['/api/town/shared-maps', '/api/town/shared-maps'],
  ['/api/town/shared-maps?scope=all', '/api/town/shared-maps'],
  ['/api/town/shared-maps/AbCd1234?x=1', '/api/town/shared-maps/…'],
  ['/api/town/shared-maps/AbCd1234/more', '/api/town/shared-maps/…/more'],
  ['/town/map/sid/AbCd1234', '/town/map/sid/…'],
  ['/town/map/sid/', '/town/map/sid/'],
])('logs %s as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path);
});

test.each([
  ['GET /a?token=secret, "/b/c?d=e" and a?b/c?d', 'GET /a?… "/b/c?…" and a?b/c?…'],
  ['why? and/or', 'why? and/or'],
  ['/a?', '/a?'],
  ['/'.repeat(5_000_000), `${'/'.repeat(limits.loggedCharacters)}…`],
])('shows the beginning of a text without parameters: case %#', (text, shown) => {
  expect(loggedText(text)).toBe(shown);
});

test('shows an error and its causes, without their other fields', () => {
  const first = Object.assign(new Error('fetch /a?token=secret failed'), { code: 'ECONNRESET', port: 80 });
  const row = Object.assign(new TypeError('refused', { cause: first }), { detail: 'Key (email)=(ada@x)' });
  const logged = loggedError(new Error('no rows', { cause: row }));
  expect(logged).toEqual({
    type: 'Error',
    message: 'no rows',
    stack: expect.stringMatching(/^Error: no rows\n +at .*log-lines\.test/),
    causes: [
      { type: 'TypeError', message: 'refused', stack: expect.stringContaining('TypeError: refused\n') },
      {
        type: 'Error',
        code: 'ECONNRESET',
        message: 'fetch /a?… failed',
        stack: expect.stringContaining('Error: fetch /a?… failed\n'),
      },
    ],
  });
});

const causeOfItself: Error = new Error('x');
causeOfItself.cause = causeOfItself;

test.each([
  ['a long message', () => new Error('x'.repeat(2_000_000))],
  ['a long message of a cause', () => new Error('x', { cause: new Error('y'.repeat(2_000_000)) })],
  ['a response in its fields', () => Object.assign(new Error('x'), { body: 'x'.repeat(2_000_000) })],
  ['a response as its cause', () => new Error('x', { cause: { message: 'x'.repeat(2_000_000) } })],
  ['many errors', () => new AggregateError(Array.from({ length: 10_000 }, () => new Error('x')))],
  ['a cause of itself', () => causeOfItself],
  ['a text that is thrown', () => 'x'.repeat(2_000_000)],
  ['nothing', () => undefined],
])('is short for %s', (_what, make) => {
  const most = 2 * (limits.loggedCauses + 1) * (2 * limits.loggedCharacters);
  expect(JSON.stringify(loggedError(make())).length).toBeLessThan(most);
});

test('a log line is short, and has no parameters, however an error is logged', async () => {
  const lines: string[] = [];
  const app = await createHttpApp({
    publicUrl: 'http://localhost',
    logLevel: 'trace',
    logStream: { write: (line) => void lines.push(line) },
  });
  const error = new Error(`/a?token=secret ${'x'.repeat(2_000_000)}`);
  app.log.warn(error);
  app.log.warn({ err: error });
  app.log.warn(error, 'failed');
  app.log.warn({ err: error }, 'failed at %s', error.message);
  await app.close();
  const logged = lines.filter((line) => line.includes('xxx'));
  expect(logged).toHaveLength(4);
  for (const line of logged) {
    expect(line.length).toBeLessThan(5 * limits.loggedCharacters);
    expect(line).not.toContain('secret');
  }
});

test('the framework logs an error about a request without its parameters', async () => {
  const lines: string[] = [];
  const app = await createHttpApp({
    publicUrl: 'http://localhost',
    logLevel: 'trace',
    logStream: { write: (line) => void lines.push(line) },
  });
  app.get('/late', async (_request, reply) => {
    void reply.send('once');
    return reply.send('twice');
  });
  await app.inject('/late?token=secret');
  await app.close();
  expect(lines.join('')).toContain('already sent');
  expect(lines.join('')).not.toContain('secret');
});
