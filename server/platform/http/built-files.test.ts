import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createWebFolder, type WebFolder } from '../../../testing/rig/web-folder.ts';
import { limits } from '../../limits.ts';
import { createHttpApp } from './app.ts';
import { builtFiles } from './built-files.ts';

const script = 'export const a = 1;';
let web: WebFolder;
let app: FastifyInstance;

beforeAll(async () => {
  web = await createWebFolder({
    'assets/app-1.js': script,
    'assets/plain-1.css': 'a {}',
    'assets/large-1.js': 'x'.repeat(limits.builtFileBytes + 1),
    'assets/arcgis/map.js': script,
  });
  await writeFile(path.join(web.path, 'assets/app-1.js.br'), brotliCompressSync(script));
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost' });
  await app.register(builtFiles, { folder: web.path });
});
afterAll(async () => {
  await app.close();
  await web.remove();
});

const get = (name: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, br' }) =>
  app.inject({ url: `/assets/${name}`, headers });
const remove = (name: string) => rm(path.join(web.path, 'assets', name));

describe('built files', () => {
  test.each(['app-1.js', 'plain-1.css'])('%s is sent from memory as from disk', async (name) => {
    const first = await get(name);
    expect(first.statusCode).toBe(200);
    await remove(name);
    const again = await vi.waitFor(async () => {
      const response = await get(name);
      expect(response.statusCode).toBe(200);
      return response;
    });
    const compared = ['content-type', 'content-encoding', 'content-length', 'cache-control', 'vary'];
    for (const header of compared)
      expect([header, again.headers[header]]).toEqual([header, first.headers[header]]);
    expect(again.rawPayload).toEqual(first.rawPayload);
    await writeFile(path.join(web.path, 'assets', name), script);
  });

  test.each<Record<string, string>>([
    {},
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'gzip, br;q=0' },
  ])('are sent without compression to a client with %j', async (headers) => {
    await get('app-1.js');
    const response = await get('app-1.js', headers);
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.body).toBe(script);
  });

  test.each(['large-1.js', 'arcgis/map.js'])('%s stays on disk', async (name) => {
    expect((await get(name)).statusCode).toBe(200);
    expect((await get(name)).statusCode).toBe(200);
    await remove(name);
    expect((await get(name)).statusCode).toBe(404);
  });

  test.each(['missing.js', '../index.html', '%2e%2e/index.html', 'a%00.js'])(
    '%s is not found',
    async (name) => {
      expect((await get(name)).statusCode).toBeGreaterThanOrEqual(400);
    },
  );
});
