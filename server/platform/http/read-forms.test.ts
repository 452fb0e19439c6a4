import { parse } from 'node:querystring';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { createHttpApp } from './app.ts';
import { decodeFormValue, parseForm, readLargeForms, splitForm } from './read-forms.ts';
import { createUploadRoom } from './multipart/upload-room.ts';

const path = '/portal/sharing/form';
const max = 10_000_000;
let app: FastifyInstance;
/** Bytes reserved while the handler runs: for unknown senders, and for users. */
let held: [unknown: number, forms: number];

beforeAll(async () => {
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost' });
  await app.register(async (within) => {
    readLargeForms(within, {
      async sender(request, token) {
        const known = token ?? request.headers.authorization;
        if (known === 'dead')
          throw new MappingError('portal:invalid-token', 'Invalid token.', { status: 498 });
        return known;
      },
    });
    within.post(path, { bodyLimit: max }, async (request) => {
      const { unknown, forms } = app.uploadRoom;
      held = [unknown.inAll, forms.inAll];
      const body = request.body as Record<string, string | Uint8Array>;
      return {
        lengths: Object.fromEntries(Object.entries(body).map(([name, { length }]) => [name, length])),
      };
    });
  });
});
afterAll(() => app.close());
beforeEach(() => {
  app.uploadRoom = createUploadRoom(limits.uploadBytes);
});

const text = 'x'.repeat(2_000_000);

async function send(payload: string | Buffer, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  });
  await expect.poll(() => app.uploadRoom.unknown.inAll + app.uploadRoom.forms.inAll).toBe(0);
  return { ...(response.json() as any), retryAfter: response.headers['retry-after'] };
}

describe('large form', () => {
  test.each([
    ['in a header', { authorization: 'ada' }, `text=${text}`],
    ['at its beginning', {}, `token=ada&text=${text}`],
  ])('counts for its sender when the token is %s', async (_where, headers, body) => {
    expect((await send(body, headers)).lengths.text).toBe(text.length);
    expect(held).toEqual([0, body.length]);
  });

  test('counts for an unknown sender when its token is at its end, as with arcgis-rest-js', async () => {
    const body = `text=${text}&token=ada`;
    expect((await send(body)).lengths).toEqual({ text: text.length, token: 3 });
    expect(held).toEqual([body.length, 0]);
  });

  test('is rejected when its token is invalid', async () => {
    expect((await send(`token=dead&text=${text}`)).error.code).toBe(498);
  });

  test('is rejected when too many of unknown senders wait, while signed-in users continue', async () => {
    const others = ['192.0.2.1', '192.0.2.2'].map((address) => app.uploadRoom.unknown.open(address));
    for (const other of others) other.add(limits.unknownBytes / 2);
    const ask = async (payload: string, headers = {}) => {
      const response = await app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload,
      });
      return [response.json().error?.code, response.headers['retry-after']];
    };
    expect(await ask(`text=${text}&token=ada`)).toEqual([503, expect.anything()]);
    expect(await ask(`text=${text}`, { authorization: 'ada' })).toEqual([undefined, undefined]);
    expect(await ask('text=small')).toEqual([undefined, undefined]);
    for (const other of others) other.close();
  });

  test('of an unknown sender gives way while it arrives, when another network has less and there is no room', async () => {
    const others = ['192.0.2.1', '192.0.2.2'].map((address) => app.uploadRoom.unknown.open(address));
    for (const other of others) other.add(limits.unknownBytes / 2 - 2_000_000);
    const post = (remoteAddress: string, payload: Readable | string) =>
      app.inject({
        method: 'POST',
        url: path,
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    const slow = new Readable({ read() {} });
    slow.push(Buffer.from(`text=${'x'.repeat(3_000_000)}`));
    const refused = post('192.0.2.3', slow);
    await expect.poll(() => app.uploadRoom.unknown.inAll).toBeGreaterThan(limits.unknownBytes - 1_000_001);
    expect((await post('192.0.2.4', `text=${text}&token=ada`)).json().lengths.text).toBe(text.length);
    slow.push(null);
    expect((await refused).json().error.code).toBe(503);
    for (const other of others) other.close();
    await expect.poll(() => app.uploadRoom.unknown.inAll).toBe(0);
  });

  test('is rejected beside too many others of the same user', async () => {
    const mine = app.uploadRoom.forms.open('ada');
    mine.add(limits.formBytesPerUser - 1000);
    const response = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'ada' },
      payload: `text=${text}`,
    });
    expect(response.json().error.code).toBe(429);
    mine.close();
  });

  test('is rejected beyond the limit of its route', async () => {
    expect((await send(`text=${'x'.repeat(max)}`)).error.code).toBe(413);
    expect((await send(`text=${'x'.repeat(max)}`, { authorization: 'ada' })).error.code).toBe(413);
  });
});

describe('fields of a form', () => {
  test('are decoded when small, and stay bytes when large', () => {
    const large = encodeURIComponent('Ä b+c '.repeat(20_000)).replaceAll('%20', '+');
    const { a, text: value, ...rest } = splitForm(Buffer.from(`a=1&a=%C3%A4+%2B&text=${large}&b=`));
    expect([a, rest]).toEqual([['1', 'ä +'], { b: '' }]);
    expect(value).toBeInstanceOf(Uint8Array);
    expect(decodeFormValue(value as Uint8Array)).toBe('Ä b+c '.repeat(20_000));
  });

  test('are not all decoded in the main thread when there are many', () => {
    const fields = splitForm(
      Buffer.from(Array.from({ length: 1000 }, (_none, n) => `f${n}=${'x'.repeat(9000)}`).join('&')),
    );
    const decoded = Object.values(fields).filter((value) => typeof value === 'string');
    expect(decoded.join('').length).toBeLessThan(limits.loopCharacters * 5);
  });
});

describe('form', () => {
  test('is parsed as by any other parser', () => {
    const pair = fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 20 }), (pairs) => {
        const text = new URLSearchParams(pairs).toString();
        expect(parseForm(text)).toEqual({ ...parse(text) });
      }),
    );
  });

  test('keeps every value of a repeated name, and a name that is a property of objects', () => {
    expect(parseForm('a=1&a=2&a=3&__proto__=x&b=')).toEqual({
      a: ['1', '2', '3'],
      ['__proto__']: 'x',
      b: '',
    });
  });

  test('with very many fields is rejected', () => {
    expect(() => parseForm('a&'.repeat(limits.requestParameters))).toThrow(
      expect.objectContaining({ id: 'http:too-many-parameters', status: 400 }),
    );
  });
});
