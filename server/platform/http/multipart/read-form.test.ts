import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { createHttpApp } from '../app.ts';
import { type Form, type FormFields, readForm } from './read-form.ts';
import { createUploadRoom } from './upload-room.ts';

const usualLimit = { fields: 1000, files: 5000 };
let limit = usualLimit;

let app: FastifyInstance;
let folder: string;
const temporaryBefore = process.env['TMPDIR'];
/** What the operation does with the body, before it is discarded. */
let use: (body: Form) => Promise<object>;
/** The sender of a form with these fields, and the number of look-ups. */
const nameOf = async (fields: FormFields) => {
  const token = fields.find(([name]) => name === 'token')?.[1];
  if (token === 'dead') throw new MappingError('portal:invalid-token', 'Invalid token.', { status: 498 });
  return token;
};
let sender: (fields: FormFields) => Promise<string | undefined>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-multipart-test-'));
  process.env['TMPDIR'] = folder;
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost' });
  app.post('/portal/sharing/form', async (request) => {
    const body = await readForm(request, { limit, sender });
    try {
      return await use(body);
    } finally {
      await body.discard();
    }
  });
});
afterAll(async () => {
  await app.close();
  if (temporaryBefore === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temporaryBefore;
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  limit = usualLimit;
  sender = async () => 'ada';
  app.uploadRoom = createUploadRoom(limits.uploadBytes);
  use = async (body) => ({
    fields: body.fields,
    files: await Promise.all(
      body.files.map(async ({ read, field, filename, contentType }) => ({
        field,
        filename,
        contentType,
        text: (await read()).toString('latin1'),
      })),
    ),
  });
});

type Part = [name: string, value: string, file?: { name: string; type?: string }];

const boundary = 'a-boundary';
function bodyOf(parts: readonly Part[]): string {
  const written = parts.map(([name, value, file]) => {
    const named = file ? `; filename="${file.name}"` : '';
    const type = file?.type ? `Content-Type: ${file.type}\r\n` : '';
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${named}\r\n${type}\r\n${value}\r\n`;
  });
  return `${written.join('')}--${boundary}--\r\n`;
}

async function sendRaw(payload: string, type = `multipart/form-data; boundary=${boundary}`) {
  const response = await app.inject({
    method: 'POST',
    url: '/portal/sharing/form',
    headers: { 'content-type': type },
    payload: Buffer.from(payload, 'latin1'),
  });
  // In any case nothing of the request stays on disk, and nothing stays reserved.
  expect(await readdir(folder)).toEqual([]);
  const { files, forms, unknown } = app.uploadRoom;
  expect(files.inAll + forms.inAll + unknown.inAll).toBe(0);
  return response.json();
}
const send = (...parts: Part[]) => sendRaw(bodyOf(parts));

describe('multipart request', () => {
  it('yields its fields in order, repeated ones included', async () => {
    const { fields, files } = await send(['a', '1'], ['b', ' 2 '], ['a', ''], ['a', '3']);
    expect(fields).toEqual([
      ['a', '1'],
      ['b', ' 2 '],
      ['a', ''],
      ['a', '3'],
    ]);
    expect(files).toEqual([]);
  });

  it('yields its files with names and bytes, wherever the fields are', async () => {
    const bytes = '\x00\xff\r\n--\x89PNG';
    const { fields, files } = await send(
      ['file1', bytes, { name: 'a.png', type: 'image/png' }],
      ['token', 't'],
      ['file1', '', { name: 'empty.csv', type: 'text/csv' }],
    );
    expect(fields).toEqual([['token', 't']]);
    expect(files).toEqual([
      { field: 'file1', filename: 'a.png', contentType: 'image/png', text: bytes },
      { field: 'file1', filename: 'empty.csv', contentType: 'text/csv', text: '' },
    ]);
  });

  it('yields a JSON part as its text', async () => {
    const payload = bodyOf([['text', '{"a":[1]}']]).replace(
      '"text"',
      '"text"\r\nContent-Type: application/json',
    );
    expect((await sendRaw(payload)).fields).toEqual([['text', '{"a":[1]}']]);
  });

  it('yields a JSON part that is not JSON as its text too: it is not parsed here', async () => {
    const payload = bodyOf([['text', '{"a":']]).replace('"text"', '"text"\r\nContent-Type: application/json');
    expect((await sendRaw(payload)).fields).toEqual([['text', '{"a":']]);
  });

  it('stores a file where no other account can read it, under a generated name', async () => {
    let kept: { mode: number; name: string }[] = [];
    use = async () => {
      const [upload = ''] = await readdir(folder);
      const names = await readdir(path.join(folder, upload));
      const modes = names.map(async (name) => ({
        name,
        mode: (await stat(path.join(folder, upload, name))).mode & 0o777,
      }));
      kept = await Promise.all(modes);
      return {};
    };
    await send(['file', 'x', { name: '../../../outside.txt' }], ['file', 'y', { name: 'b' }]);
    expect(kept).toEqual([
      { name: '0', mode: 0o600 },
      { name: '1', mode: 0o600 },
    ]);
  });

  it('is cleaned up when the operation fails', async () => {
    use = async () => {
      throw new Error('failed');
    };
    expect((await send(['file', 'x', { name: 'a' }])).error.code).toBe(500);
  });
});

describe('file of a sender not yet known', () => {
  const large = 'x'.repeat(limits.unknownFileBytes + 1);
  const file = (content: string): Part => ['file', content, { name: 'a.csv' }];
  const onDisk = async () => (await readdir(folder)).length;

  beforeEach(() => {
    sender = nameOf;
    limit = { fields: 1000, files: 100_000_000 };
  });

  it('is stored when the token comes before it, however large', async () => {
    use = async ({ files }) => ({ size: files[0]?.size, onDisk: await onDisk() });
    expect(await send(['token', 'ada'], file(large))).toEqual({ size: large.length, onDisk: 1 });
  });

  it('waits in memory for a token after it while it is small, as arcgis-rest-js writes forms', async () => {
    let before: number | undefined;
    sender = async (fields) => {
      before = await onDisk();
      return nameOf(fields);
    };
    use = async ({ files }) => ({
      names: files.map(({ filename }) => filename),
      text: String(await files[0]?.read()),
    });
    expect(await send(file('a,b'), ['token', 'ada'])).toEqual({ names: ['a.csv'], text: 'a,b' });
    expect(before).toBe(0);
  });

  it('is rejected during upload when it is larger, with advice', async () => {
    use = () => Promise.reject(new Error('never'));
    expect((await send(file(large), ['token', 'ada'])).error).toMatchObject({
      code: 499,
      message: expect.stringContaining('before the file'),
    });
  });

  it('is discarded when no token follows', async () => {
    use = async ({ files, fields }) => ({ files, fields, onDisk: await onDisk() });
    expect(await send(file('a,b'), ['title', 'A'])).toEqual({
      files: [],
      fields: [['title', 'A']],
      onDisk: 0,
    });
  });

  it('is rejected before it is read when the token is invalid', async () => {
    use = () => Promise.reject(new Error('never'));
    expect((await send(['token', 'dead'], file(large))).error.code).toBe(498);
    expect((await send(file('a,b'), ['token', 'dead'])).error.code).toBe(498);
  });

  it('is rejected when too many wait, while signed-in users continue', async () => {
    const others = ['192.0.2.1', '192.0.2.2'].map((address) => app.uploadRoom.unknown.open(address));
    for (const other of others) other.add(limits.unknownBytes / 2);
    const busy = await app.inject({
      method: 'POST',
      url: '/portal/sharing/form',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: bodyOf([file('a,b'), ['token', 'ada']]),
    });
    expect(busy.json().error).toMatchObject({
      code: 503,
      message: expect.stringContaining('before the file'),
    });
    expect(busy.headers['retry-after']).toBeDefined();
    use = async ({ files }) => ({ files: files.length });
    const known = await app.inject({
      method: 'POST',
      url: '/portal/sharing/form',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: bodyOf([['token', 'ada'], file('a,b')]),
    });
    expect(known.json()).toEqual({ files: 1 });
    for (const other of others) other.close();
  });

  it('that is a field of JSON counts while it arrives', async () => {
    limit = { fields: 3_000_000, files: 3_000_000 };
    const json = JSON.stringify('x'.repeat(2_000_000));
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="text"\r\nContent-Type: application/json\r\n\r\n`;
    const slow = new Readable({ read() {} });
    slow.push(Buffer.from(`${head}${json.slice(0, 1_500_000)}`));
    const response = app.inject({
      method: 'POST',
      url: '/portal/sharing/form',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: slow,
    });
    await expect.poll(() => app.uploadRoom.unknown.inAll).toBeGreaterThan(1_400_000);
    slow.push(Buffer.from(`${json.slice(1_500_000)}\r\n--${boundary}--\r\n`));
    slow.push(null);
    use = async ({ fields }) => ({ length: fields[0]?.[1].length });
    expect((await response).json()).toEqual({ length: json.length });
    await expect.poll(() => app.uploadRoom.unknown.inAll).toBe(0);
  });

  it('gives way to one of another network when there is no room and it has more, however slowly it sends', async () => {
    // These have been read.
    const others = ['192.0.2.1', '192.0.2.2'].map((address) => app.uploadRoom.unknown.open(address));
    for (const other of others) other.add(limits.unknownBytes / 2 - 500_000);
    const slow = new Readable({ read() {} });
    const body = bodyOf([file('x'.repeat(900_000)), ['token', 'ada']]);
    slow.push(Buffer.from(body.slice(0, 800_000)));
    const post = (remoteAddress: string, payload: Readable | string) =>
      app.inject({
        method: 'POST',
        url: '/portal/sharing/form',
        remoteAddress,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload,
      });
    const refused = post('192.0.2.3', slow);
    await expect.poll(() => app.uploadRoom.unknown.inAll).toBeGreaterThan(limits.unknownBytes - 300_000);
    use = async ({ files }) => ({ files: files.length });
    const response = await post('192.0.2.4', bodyOf([file('x'.repeat(400_000)), ['token', 'ada']]));
    expect(response.json()).toEqual({ files: 1 });
    slow.push(null);
    expect((await refused).statusCode).toBe(200);
    expect((await refused).json().error).toMatchObject({ code: 503 });
    for (const other of others) other.close();
    expect(app.uploadRoom.unknown.inAll).toBe(0);
  });

  it('is stored once its sender is known, and takes no room of unknown senders while further files arrive', async () => {
    const slow = new Readable({ read() {} });
    const body = bodyOf([file('x'.repeat(100_000)), ['token', 'ada'], file('second')]);
    const middle = body.indexOf('second') + 2;
    slow.push(Buffer.from(body.slice(0, middle)));
    const response = app.inject({
      method: 'POST',
      url: '/portal/sharing/form',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: slow,
    });
    await expect.poll(() => app.uploadRoom.files.inAll).toBeGreaterThan(0);
    await expect.poll(() => app.uploadRoom.unknown.inAll).toBe(0);
    use = async ({ files }) => ({ sizes: files.map(({ size }) => size) });
    slow.push(Buffer.from(body.slice(middle)));
    slow.push(null);
    expect((await response).json()).toEqual({ sizes: [100_000, 6] });
  });
});

describe('long fields', () => {
  const text = 'x'.repeat(limits.requestBodyBytes + 1000);
  beforeEach(() => {
    limit = { fields: 2 * text.length, files: 5000 };
    use = async ({ fields }) => ({
      lengths: fields.map(([, value]) => value.length),
      forms: app.uploadRoom.forms.inAll,
    });
  });

  it.each([
    [
      'known before them',
      [
        ['token', 'ada'],
        ['text', text],
      ],
    ],
    [
      'known after them',
      [
        ['text', text],
        ['token', 'ada'],
      ],
    ],
  ] as [string, Part[]][])('of a sender %s count like other forms until the answer', async (_when, parts) => {
    sender = nameOf;
    expect((await send(...parts)).forms).toBeGreaterThanOrEqual(text.length);
  });

  it('are refused beside too many of the same user', async () => {
    const mine = app.uploadRoom.forms.open('ada');
    mine.add(limits.formBytesPerUser - 1000);
    const answer = await app.inject({
      method: 'POST',
      url: '/portal/sharing/form',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: bodyOf([['text', text]]),
    });
    expect(answer.json().error.code).toBe(429);
    mine.close();
    expect(app.uploadRoom.forms.inAll).toBe(0);
  });
});

describe('temporary files', () => {
  const file = (length: number): Part => ['file', 'x'.repeat(length), { name: 'a' }];

  it('of one user are bounded, independently of others', async () => {
    const mine = app.uploadRoom.files.open('ada');
    mine.add(limits.temporaryBytesPerUser - 1000);
    expect(await app.inject(await posted(file(900)))).toMatchObject({ statusCode: 200 });
    const refused = (await app.inject(await posted(file(1100)))).json();
    expect(refused.error).toMatchObject({ code: 429, message: expect.stringContaining('1000 MB') });
    sender = async () => 'grace';
    expect((await app.inject(await posted(file(1100)))).json().files).toHaveLength(1);
    mine.close();
  });

  it('of all users together are bounded', async () => {
    const others = ['a', 'b', 'c', 'd'].map((name) => app.uploadRoom.files.open(name));
    for (const other of others) other.add(limits.temporaryBytes / 4);
    expect((await app.inject(await posted(file(10)))).json().error).toMatchObject({ code: 503 });
    others[0]?.close();
    expect((await app.inject(await posted(file(10)))).json().files).toHaveLength(1);
    for (const other of others) other.close();
  });

  const posted = async (...parts: Part[]) => ({
    method: 'POST' as const,
    url: '/portal/sharing/form',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: bodyOf(parts),
  });
});

describe('multipart request of the maximum size', () => {
  it.each([
    ['one field', [['a', 'x'.repeat(900)]]],
    ['several fields', Array.from({ length: 9 }, (_, index) => [`f${index}`, 'x'.repeat(90)])],
    ['a file', [['file', 'x'.repeat(5000), { name: 'a' }]]],
    ['ten files', Array.from({ length: 10 }, () => ['file', 'x'.repeat(500), { name: 'a' }])],
  ] as [string, Part[]][])('is read: %s', async (_what, parts) => {
    expect((await send(...parts)).error).toBeUndefined();
  });

  it.each([
    ['a field too long', [['a', 'x'.repeat(1001)]]],
    ['fields too long together', Array.from({ length: 5 }, () => ['a', 'x'.repeat(250)])],
    ['too many fields', Array.from({ length: 2000 }, () => ['', ''])],
    ['a file too large', [['file', 'x'.repeat(5001), { name: 'a' }]]],
    ['files too large together', Array.from({ length: 3 }, () => ['file', 'x'.repeat(2000), { name: 'a' }])],
    ['eleven files', Array.from({ length: 11 }, () => ['file', 'x', { name: 'a' }])],
    [
      'a long field behind a file',
      [
        ['file', 'x', { name: 'a' }],
        ['a', 'x'.repeat(1001)],
      ],
    ],
  ] as [string, Part[]][])('is rejected beyond: %s', async (_what, parts) => {
    expect((await send(...parts)).error).toMatchObject({ code: 413, message: expect.stringMatching(/\w/) });
  });
});

describe('broken multipart request', () => {
  const whole = bodyOf([
    ['token', 't'],
    ['file', 'bytes '.repeat(50), { name: 'a.txt' }],
  ]);

  it.each([
    ['in a file', whole.indexOf('bytes bytes') + 30],
    ['in the headers of a part', whole.indexOf('filename')],
    ['before its end', whole.length - 4],
  ])('that stops %s is reported as the client’s error', async (_where, at) => {
    expect((await sendRaw(whole.slice(0, at))).error).toMatchObject({ code: 400 });
  });

  it.each([
    ['without a boundary', 'multipart/form-data'],
    ['with an empty boundary', 'multipart/form-data; boundary='],
    ['with another boundary', 'multipart/form-data; boundary=another'],
  ])('with %s is reported as the client’s error', async (_what, type) => {
    expect((await sendRaw(whole, type)).error).toMatchObject({ code: 400 });
  });

  it('cannot reach properties of Object.prototype', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect((await send([name, '1'])).error.code).toBe(400);
      expect((await send([name, '1', { name: 'a' }])).error.code).toBe(400);
    }
  });
});
