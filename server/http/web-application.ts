import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MappingError } from '../../wire/errors.ts';

/**
 * The browser's program: built files under `/assets` (named by their content, so cached for ever, sent as the
 * brotli or gzip file made at build time) and one HTML page for every address of an organisation.
 * `/` itself is the plain text "Not found" (spec §2).
 */
export async function webApplication(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  const page = await readPage(folder);
  await app.register(staticFiles, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  app.get('/', async (_request, reply) => reply.status(404).type('text/plain; charset=utf-8').send('Not found'));
  app.get('/favicon.ico', async (_request, reply) => reply.sendFile('favicon.svg', folder));
  const answer = async (_request: unknown, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  app.get('/:org', answer);
  app.get('/:org/*', answer);
}

async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(path.join(folder, 'index.html'), 'utf8');
  } catch (cause) {
    throw new MappingError('http:not-built', 'The application has not been built. Run npm start, or npm run build first.', { cause });
  }
}
