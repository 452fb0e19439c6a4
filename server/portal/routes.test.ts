import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymous, memberCaller } from '../../testing/rig/portal-data.ts';
import type { Caller } from './caller.ts';
import { printResponse, sendJson } from './routes.ts';

/** The response to the next request. */
let given: { body: object | null; caller: Caller; format?: string; headers?: Record<string, string> };

const app = Fastify();
beforeAll(() => {
  app.get('/', (_request, reply) =>
    sendJson(reply.headers(given.headers ?? {}), printResponse(given.body, given.format), given.caller),
  );
});
afterAll(() => app.close());

async function ask(next: Partial<typeof given>) {
  given = { body: { a: [1], b: 'ü\u2028' }, caller: anonymous, ...next };
  const { body, headers, statusCode } = await app.inject('/');
  return { body, status: statusCode, type: headers['content-type'], caching: headers['cache-control'] };
}

describe('response of an operation', () => {
  it.each([undefined, 'json', 'JSON', 'xml', 'pbf', 'geojson'])(
    'is JSON on one line with f=%s',
    async (format) => {
      expect(await ask({ format })).toMatchObject({
        status: 200,
        type: 'application/json; charset=utf-8',
        body: '{"a":[1],"b":"ü\u2028"}',
      });
    },
  );

  it.each(['pjson', 'html'])('is indented JSON with f=%s, never a page', async (format) => {
    expect(await ask({ format })).toMatchObject({
      type: 'application/json; charset=utf-8',
      body: '{\n  "a": [\n    1\n  ],\n  "b": "ü\u2028"\n}',
    });
  });

  it('is empty without a result, which clients read as null, not as an error', async () => {
    for (const format of ['json', 'pjson', undefined]) {
      expect(await ask({ body: null, format })).toMatchObject({ status: 200, body: '' });
    }
  });

  it('may be a list', async () => expect((await ask({ body: [{ a: 1 }] })).body).toBe('[{"a":1}]'));

  it('omits undefined values', async () => {
    expect((await ask({ body: { a: undefined, b: null } })).body).toBe('{"b":null}');
  });
});

describe('caching of a response', () => {
  const caching = { 'cache-control': 'public, max-age=60' };

  it.each([
    ['revalidated each time for visitors', { caller: anonymous }, 'private, no-cache'],
    ['never when a member sees it', { caller: memberCaller('ada') }, 'no-store'],
    ['as the operation defines for visitors', { caller: anonymous, headers: caching }, 'public, max-age=60'],
    [
      'never for members, whatever the operation defines',
      { caller: memberCaller('ada'), headers: caching },
      'no-store',
    ],
  ])('%s', async (_what, next, expected) => expect((await ask(next)).caching).toBe(expected));
});
