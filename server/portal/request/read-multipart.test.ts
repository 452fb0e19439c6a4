import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpApp } from '../../http/app.ts';
import { type MultipartBody, readMultipart } from './read-multipart.ts';

const limit = { fields: 1000, files: 5000 };

let app: FastifyInstance;
let folder: string;
const temporaryBefore = process.env['TMPDIR'];
/** What the operation does with the body, before it is discarded. */
let use: (body: MultipartBody) => Promise<object>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-multipart-test-'));
  process.env['TMPDIR'] = folder;
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost' });
  app.post('/portal/sharing/form', async (request) => {
    const body = await readMultipart(request, limit);
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
  use = async (body) => ({
    fields: body.fields,
    files: body.files.map(({ bytes, field, filename, contentType }) => ({
      field,
      filename,
      contentType,
      text: bytes.toString('latin1'),
    })),
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
  const answer = await app.inject({
    method: 'POST',
    url: '/portal/sharing/form',
    headers: { 'content-type': type },
    payload: Buffer.from(payload, 'latin1'),
  });
  // Whatever came of it, nothing of the request stays on the disk.
  expect(await readdir(folder)).toEqual([]);
  return answer.json();
}
const send = (...parts: Part[]) => sendRaw(bodyOf(parts));

describe('a multipart request', () => {
  it('gives its fields in order, repeated ones too', async () => {
    const { fields, files } = await send(['a', '1'], ['b', ' 2 '], ['a', ''], ['a', '3']);
    expect(fields).toEqual([
      ['a', '1'],
      ['b', ' 2 '],
      ['a', ''],
      ['a', '3'],
    ]);
    expect(files).toEqual([]);
  });

  it('gives its files with names and bytes, wherever the fields stand', async () => {
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

  it('gives a JSON part as its text', async () => {
    const payload = bodyOf([['text', '{"a":[1]}']]).replace(
      '"text"',
      '"text"\r\nContent-Type: application/json',
    );
    expect((await sendRaw(payload)).fields).toEqual([['text', '{"a":[1]}']]);
  });

  it('keeps a file where no other account reads it, under a name of its own', async () => {
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

  it('is cleared away when the operation fails', async () => {
    use = async () => {
      throw new Error('failed');
    };
    expect((await send(['file', 'x', { name: 'a' }])).error.code).toBe(500);
  });
});

describe('a multipart request as large as allowed', () => {
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
    ['more fields than anybody sends', Array.from({ length: 2000 }, () => ['', ''])],
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
  ] as [string, Part[]][])('is refused beyond: %s', async (_what, parts) => {
    expect((await send(...parts)).error).toMatchObject({ code: 413, message: expect.stringMatching(/\w/) });
  });
});

describe('a broken multipart request', () => {
  const whole = bodyOf([
    ['token', 't'],
    ['file', 'bytes '.repeat(50), { name: 'a.txt' }],
  ]);

  it.each([
    ['in a file', whole.indexOf('bytes bytes') + 30],
    ['in the headers of a part', whole.indexOf('filename')],
    ['before its end', whole.length - 4],
  ])('that stops %s is a fault of the client', async (_where, at) => {
    expect((await sendRaw(whole.slice(0, at))).error).toMatchObject({ code: 400 });
  });

  it.each([
    ['without a boundary', 'multipart/form-data'],
    ['with an empty boundary', 'multipart/form-data; boundary='],
    ['with another boundary', 'multipart/form-data; boundary=another'],
  ])('%s is a fault of the client', async (_what, type) => {
    expect((await sendRaw(whole, type)).error).toMatchObject({ code: 400 });
  });

  it('may not reach for what every object has', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect((await send([name, '1'])).error.code).toBe(400);
      expect((await send([name, '1', { name: 'a' }])).error.code).toBe(400);
    }
  });

  it('has a JSON part that is none', async () => {
    const payload = bodyOf([['text', '{"a":']]).replace('"text"', '"text"\r\nContent-Type: application/json');
    const { error } = await sendRaw(payload);
    expect(error.code).toBeLessThan(500);
  });
});
