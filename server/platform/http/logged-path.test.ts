import { expect, test } from 'vitest';
import { createHttpApp } from './app.ts';
import { hideQueries, loggedPath } from './json-body.ts';

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
  // Looked through once: what is quadratic would take hours.
  ['/'.repeat(5_000_000), '/'.repeat(5_000_000)],
])('hides parameters in a text: case %#', (text, hidden) => {
  expect(hideQueries(text) === hidden).toBe(true);
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
