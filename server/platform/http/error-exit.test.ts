import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { outcomeUnknown } from '../database/commit-outcome.ts';
import { createHttpApp } from './app.ts';

let app: FastifyInstance;
/** The error of the operation. */
let thrown: Error;

beforeAll(async () => {
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost' });
  for (const url of ['/api/:name', '/portal/sharing/rest/:name', '/server/rest/services/:name']) {
    app.get(url, async () => {
      throw thrown;
    });
  }
});
afterAll(() => app.close());

const roots = ['/portal/sharing/rest', '/server/rest/services'];
const unreadable = [
  ['an address that cannot be decoded', '%E0%A4%A'],
  ['a lone percent sign', '100%'],
  ['a place longer than any name', 'x'.repeat(501)],
] as const;

describe('malformed address', () => {
  it.each(roots.flatMap((root) => unreadable.map(([what, place]) => [what, `${root}/${place}`])))(
    '%s gets an ArcGIS envelope: %s',
    async (_what, url) => {
      const { statusCode, body, headers } = await app.inject(url);
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      const { error } = JSON.parse(body);
      expect([400, 404, 414]).toContain(error.code);
      expect(error.details).toEqual([]);
    },
  );

  it.each(unreadable)('%s gets a problem document from our own API', async (_what, place) => {
    const { statusCode, body, headers } = await app.inject(`/api/${place}`);
    expect([400, 404, 414]).toContain(statusCode);
    expect(headers['content-type']).toMatch('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status: statusCode, id: expect.stringMatching(/^http:/) });
  });
});

describe('MappingError', () => {
  const known = new MappingError('portal:invalid-group', 'Invalid group details.', {
    status: 400,
    faults: [
      { path: 'title', message: 'At most 250 characters.' },
      { path: '', message: 'And another thing.' },
    ],
  });

  it('keeps its message in the envelope, with its faults as texts', async () => {
    thrown = known;
    const { body, statusCode, headers } = await app.inject('/portal/sharing/rest/x');
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(JSON.parse(body)).toEqual({
      error: {
        code: 400,
        message: 'Invalid group details.',
        details: ['title: At most 250 characters.', 'And another thing.'],
      },
    });
  });

  it('adds faults that clients can translate to those that ArcGIS clients read, once', async () => {
    const [row, whole] = [
      { path: 'line 3', message: 'At most 40.', code: 'too-many', values: { most: 40 } },
      { path: '', message: 'The file is empty.', code: 'empty-file' },
    ];
    thrown = new MappingError('services:invalid-upload', whole.message, {
      status: 400,
      faults: [row, { path: 'name', message: 'Taken.' }, whole],
    });
    const { body } = await app.inject('/portal/sharing/rest/x');
    expect(JSON.parse(body)).toEqual({
      error: {
        code: 400,
        message: 'The file is empty.',
        details: ['line 3: At most 40.', 'name: Taken.'],
        faults: [row, whole],
      },
    });
  });

  it('names a parameter once', async () => {
    const message = 'phone is not supported. Put it into the description.';
    thrown = new MappingError('portal:invalid-group', 'Invalid group details.', {
      status: 400,
      faults: [{ path: 'phone', message }],
    });
    const { body } = await app.inject('/portal/sharing/rest/x');
    expect(JSON.parse(body).error.details).toEqual([message]);
  });

  it('keeps its message, status and faults in a problem document', async () => {
    thrown = known;
    const response = await app.inject('/api/x');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      type: 'urn:mapping:problem:portal:invalid-group',
      detail: 'Invalid group details.',
      faults: known.faults,
    });
  });

  it.each([
    ['portal:forbidden', 403, 'GWM_0003'],
    ['portal:invalid-token', 498, 'GWM_0001'],
    ['portal:token-required', 499, 'GWM_0002'],
    ['portal:item-not-found', 400, 'CONT_0001'],
    ['portal:user-not-found', 400, 'COM_0018'],
    ['portal:group-not-found', 400, 'COM_0003'],
  ])('%s has the code clients know it by', async (id, status, messageCode) => {
    thrown = new MappingError(id, 'Words.', { status });
    expect((await app.inject('/portal/sharing/rest/x')).json().error).toMatchObject({
      code: status,
      messageCode,
    });
  });
});

describe('unexpected error', () => {
  const secret = 'password authentication failed for user "mapping"';

  it.each([
    ['thrown by a library', new TypeError(secret)],
    ['of ours without a status', new MappingError('portal:broken', secret)],
    ['with a status of its own above 499', Object.assign(new Error(secret), { statusCode: 503 })],
  ])('in %s shows an id and nothing of what happened', async (_what, error) => {
    thrown = error;
    for (const url of ['/portal/sharing/rest/x', '/api/x']) {
      const { body } = await app.inject(url);
      expect(body).not.toContain('password');
      expect(body).toMatch(/Something went wrong/);
      expect(body).toMatch(/"requestId":"[0-9a-f]{8}-[0-9a-f-]{27}"/);
    }
  });
});

describe('a save whose commit was not answered', () => {
  const message = expect.stringContaining('look before you repeat it');

  it('is a problem that asks nobody to try again', async () => {
    thrown = outcomeUnknown(new Error('Connection terminated unexpectedly'));
    const { statusCode, headers, body } = await app.inject('/api/x');
    expect([statusCode, headers['retry-after']]).toEqual([503, undefined]);
    expect(JSON.parse(body)).toMatchObject({ id: 'database:outcome-unknown', detail: message });
  });

  it.each(roots)('is an envelope that asks nobody to try again at %s', async (root) => {
    thrown = outcomeUnknown();
    const { statusCode, headers, body } = await app.inject(`${root}/x`);
    expect([statusCode, headers['retry-after']]).toEqual([200, undefined]);
    expect(JSON.parse(body).error).toMatchObject({ code: 503, message });
  });
});
