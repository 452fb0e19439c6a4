import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { MappingError } from '../../wire/errors.ts';
import { hostsCookie, parseHostsCookie } from '../../wire/map-hosts.ts';
import { allowFraming } from './framing.ts';
import { hostsElement, type PageSources, withSources } from './page-sources.ts';
import { type FindPortalUrl, routeHints } from './route-hints.ts';

export interface WebApplicationOptions {
  folder: string;
  findPortalUrl: FindPortalUrl;
  /**
   * What an organisation's pages may use of other hosts.
   * @param sid the shared map that is opened
   */
  findSources: (organisation: string, sid: string | undefined) => Promise<PageSources>;
}

/**
 * The browser's program: built files under `/assets` (named by their content, so cached for ever, sent as the
 * brotli or gzip file made at build time) and one HTML page for every address of an organisation.
 * `/` itself is the plain text "Not found"; there is no list of organisations.
 */
export async function webApplication(
  app: FastifyInstance,
  { folder, findPortalUrl, findSources }: WebApplicationOptions,
): Promise<void> {
  const page = await readPage(folder);
  const hintsFor = await routeHints(folder, findPortalUrl);
  await app.register(builtFiles, { folder });
  app.get('/', async (_request, reply) =>
    reply.status(404).type('text/plain; charset=utf-8').send('Not found'),
  );
  const answer = async (request: FastifyRequest<{ Params: { org: string } }>, reply: FastifyReply) => {
    const address = request.url.replace(/[?#].*$/, '');
    const { frames, hosts } = await findSources(request.params.org, sidIn(address)).catch(() => nothing);
    // What this browser has opened here before.
    const opened = parseHostsCookie(request.cookies[hostsCookie] ?? '');
    const sources = { frames, hosts: [...new Set([...hosts, ...opened])] };
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    reply.header('content-security-policy', withSources(policy, sources));
    const hints = hostsElement(sources.hosts) + (await hintsFor(address));
    // Before the page's own scripts, of which the first reads some of them, so that the browser requests everything at once.
    const hinted = page.replace('<script', (script) => hints + script);
    allowFraming(request.url, reply);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(hinted);
  };
  app.get<{ Params: { org: string } }>('/:org', answer);
  app.get<{ Params: { org: string } }>('/:org/*', answer);
}

const nothing: PageSources = { frames: ["'none'"], hosts: [] };

function sidIn(address: string): string | undefined {
  return /^\/[^/]+\/map\/sid\/([1-9A-HJ-NP-Za-km-z]{16})\/?$/.exec(address)?.[1];
}

/**
 * The built files of the application and of the pages of integrations.
 * @param everywhere whether pages without an origin of their own may load them too
 */
export const builtFiles = plugin(
  async (app: FastifyInstance, { folder, everywhere = false }: { folder: string; everywhere?: boolean }) => {
    const open: FastifyStaticOptions['setHeaders'] = (response) =>
      response.header('access-control-allow-origin', '*');
    await app.register(staticFiles, {
      root: path.join(folder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      ...(everywhere && { setHeaders: open }),
    });
    // Files with a fixed name: the script for third parties' pages, which have other origins.
    await app.register(staticFiles, {
      root: path.join(folder, 'integrations'),
      prefix: '/integrations/',
      wildcard: false,
      decorateReply: false,
      maxAge: '1h',
      setHeaders: open,
    });
    app.get('/favicon.ico', async (_request, reply) => reply.sendFile('favicon.svg', folder));
  },
);

async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(path.join(folder, 'index.html'), 'utf8');
  } catch (cause) {
    throw new MappingError(
      'http:not-built',
      'The application has not been built. Run npm start, or npm run build first.',
      { cause },
    );
  }
}
