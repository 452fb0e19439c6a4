import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { limits } from '../../limits.ts';

/** Built by Vite beside each other, named by their content. */
const kept = /^[\w.-]+\.(js|css)$/;
const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

interface KeptFile {
  bytes: Buffer;
  /** Whether these are the bytes compressed at build time. */
  compressed: boolean;
}

/**
 * Scripts and styles in memory, the last used of them. A file that is read from disk waits for four turns of
 * the event loop, which are long when the server is busy.
 */
class FileMemory {
  readonly #folder: string;
  readonly #files = new Map<string, KeptFile>();
  readonly #reading = new Set<string>();
  #size = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  find(name: string): KeptFile | undefined {
    const found = this.#files.get(name);
    if (!found) return undefined;
    this.#files.delete(name);
    this.#files.set(name, found);
    return found;
  }

  /** Reads a file for the next requests. One that is too large, or not there, is left out. */
  async read(name: string): Promise<void> {
    if (this.#files.has(name) || this.#reading.has(name)) return;
    this.#reading.add(name);
    try {
      const file = path.join(this.#folder, name);
      const compressed = await readFile(`${file}.br`).catch(() => undefined);
      this.#keep(name, { bytes: compressed ?? (await readFile(file)), compressed: compressed !== undefined });
    } catch {
      // The response to the first request reports it.
    } finally {
      this.#reading.delete(name);
    }
  }

  #keep(name: string, file: KeptFile): void {
    if (file.bytes.length > limits.builtFileBytes) return;
    this.#files.set(name, file);
    this.#size += file.bytes.length;
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#size <= limits.builtFilesBytes) return;
      this.#files.delete(oldest);
      this.#size -= bytes.length;
    }
  }
}

/**
 * The built files of the application and of the pages of integrations.
 * @param everywhere whether pages with an opaque origin may load them too
 */
export const builtFiles = plugin(
  async (app: FastifyInstance, { folder, everywhere = false }: { folder: string; everywhere?: boolean }) => {
    const open: FastifyStaticOptions['setHeaders'] = (response) =>
      response.header('access-control-allow-origin', '*');
    const assets = path.join(folder, 'assets');
    await app.register(staticFiles, {
      root: assets,
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      ...(everywhere && { setHeaders: open }),
    });
    const memory = new FileMemory(assets);
    const serve = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const name = request.params['*'];
      if (!kept.test(name) || request.headers.range !== undefined) return reply.sendFile(name);
      const file = memory.find(name);
      if (!file) void memory.read(name);
      if (!file || (file.compressed && !acceptsBrotli(request))) return reply.sendFile(name);
      if (everywhere) reply.header('access-control-allow-origin', '*');
      reply.sharesBytes = true;
      if (file.compressed) reply.header('content-encoding', 'br');
      const vary = [reply.getHeader('vary'), 'accept-encoding'].flatMap((header) => header ?? []);
      return reply
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: vary.join(', ') })
        .type(types[path.extname(name)] ?? '')
        .send(file.bytes);
    };
    app.get('/assets/*', serve);
    // Files with a fixed name: the script for third parties' pages, which have other origins.
    await app.register(staticFiles, {
      root: path.join(folder, 'integrations'),
      prefix: '/integrations/',
      wildcard: false,
      decorateReply: false,
      maxAge: '1h',
      setHeaders: open,
    });
    // Their names stay when their content changes.
    const named = { maxAge: '1d', immutable: false };
    app.get('/favicon.ico', async (_request, reply) => reply.sendFile('favicon.svg', folder, named));
    // The home screen of iOS takes PNG files only, and requests this one also for pages that name none.
    app.get('/apple-touch-icon.png', async (_request, reply) =>
      reply.sendFile('apple-touch-icon.png', folder, named),
    );
  },
);

function acceptsBrotli({ headers }: FastifyRequest<{ Params: { '*': string } }>): boolean {
  return /(^|[\s,])br\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/.test(String(headers['accept-encoding'] ?? ''));
}
