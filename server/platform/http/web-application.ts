import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { hostsCookie, parseHostsCookie } from '../../../wire/map-hosts.ts';
import { isArcgisPath } from './arcgis-paths.ts';
import { builtFiles } from './built-files.ts';
import { allowFraming } from './security-headers.ts';

/** Vite's manifest: each built file by its source (or a generated key), with its name and its imports. */
type Manifest = Readonly<Record<string, { file: string; name?: string; imports?: string[]; css?: string[] }>>;

/**
 * Views with their sources, or the names of chunks, in the order in which they are needed. A map needs the
 * SDK and its worker as well.
 */
const views = {
  home: ['index.html', 'web/routes/home.tsx'],
  gallery: ['index.html', 'web/routes/gallery.tsx'],
  map: ['index.html', 'web/routes/map.tsx', 'open-map', 'web/map/sdk/worker.ts', 'map-worker'],
} as const;

/** Address of an organisation's portal, if known. */
type FindPortalUrl = (organisation: string) => Promise<string | undefined>;

/**
 * Hints for the browser, in the head of the page, about what its address is going to need: the files of the
 * view, the organisation's config, and for a map of the portal its item and data. Otherwise each is
 * discovered only when the previous one has been read: page, program, view, config, map, layers. It is only a
 * hint: without it, or with a wrong one, everything works the same.
 *
 * @param folder the built application, with Vite's manifest
 * @returns the elements to put into the head for a path
 */
export async function routeHints(
  folder: string,
  findPortalUrl: FindPortalUrl,
): Promise<(pathname: string) => Promise<string>> {
  const manifest = await readManifest(folder);
  const files = {
    home: fileHints(manifest, views.home),
    gallery: fileHints(manifest, views.gallery),
    map: fileHints(manifest, views.map),
  };
  return async (pathname) => {
    const { organisation, view, webMapId } = readAddress(pathname);
    if (!organisation) return '';
    const portalUrl = webMapId && (await findPortalUrl(organisation).catch(() => undefined));
    const webMap = portalUrl && webMapId ? webMapAddresses(portalUrl, webMapId) : [];
    const data = dataHint(`/api/${organisation}/config`) + webMap.map(visitorHint).join('');
    return data + (view ? files[view] : '');
  };
}

/** The addresses under which the portal's client requests a web map without a sign-in. */
function webMapAddresses(portalUrl: string, id: string): string[] {
  const item = `${portalUrl.replace(/\/$/, '')}/sharing/rest/content/items/${id}`;
  return [`${item}?f=json`, `${item}/data?f=json`];
}

interface Address {
  organisation?: string;
  view?: keyof typeof views;
  webMapId?: string;
}

/**
 * The view of a path. Anything unusual has none: it goes into the page, so it contains plain characters only.
 */
export function readAddress(pathname: string): Address {
  const parts = pathname.split('/').slice(1);
  const [organisation = '', view, kind, id = ''] = parts;
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(organisation)) return {};
  if (view === undefined || view === '') return { organisation, view: 'home' };
  if (view === 'gallery') return { organisation, view };
  if (view !== 'map') return { organisation };
  return { organisation, view, ...(kind === 'wid' && /^[A-Za-z0-9_-]{1,64}$/.test(id) && { webMapId: id }) };
}

/** Links to the files of some sources and all their imports, each once. */
function fileHints(manifest: Manifest, sources: readonly string[]): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (source: string) => {
    const entry = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
    if (!entry || scripts.has(entry.file)) return;
    scripts.add(entry.file);
    for (const style of entry.css ?? []) styles.add(style);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [
    ...[...styles].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
}

function dataHint(address: string): string {
  return `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escape(address)}">`;
}

/** For `web/app/first-paint.ts`, which preloads it for visitors: members request it with their token. */
function visitorHint(address: string): string {
  return `<meta name="visitor-data" content="${escape(address)}">`;
}

function escape(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '%22');
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  } catch {
    // An application built otherwise has no hints.
    return {};
  }
}

export interface WebApplicationOptions {
  folder: string;
  findPortalUrl: FindPortalUrl;
  /**
   * Hosts that an organisation's pages may use.
   * @param sid the shared map that is opened
   */
  findSources: (organisation: string, sid: string | undefined) => Promise<PageSources>;
}

/**
 * The browser application: built files under `/assets` (named by their content, so cached forever, sent as
 * the brotli or gzip file made at build time) and one HTML page for every address of an organisation. `/`
 * itself is the plain text "Not found"; there is no list of organisations.
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
    // An unknown operation: its clients read JSON, not the page.
    if (isArcgisPath(request.url)) return reply.callNotFound();
    const address = request.url.replace(/[?#].*$/, '');
    // A sign-in window comes back from the portal with the page that waits for it as its opener: a stricter policy would part
    // them, because the portal's pages have none.
    if (address.endsWith('/signed-in')) reply.header('cross-origin-opener-policy', 'unsafe-none');
    const { frames, hosts } = await findSources(request.params.org, sidIn(address)).catch(() => nothing);
    // Hosts this browser has opened here before.
    const opened = parseHostsCookie(request.cookies[hostsCookie] ?? '');
    const sources = { frames, hosts: [...new Set([...hosts, ...opened])] };
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    reply.header('content-security-policy', withSources(policy, sources));
    const hints = hostsElement(sources.hosts) + (await hintsFor(address));
    // Before the page's own scripts, the first of which reads some of them, so that the browser requests
    // everything at once.
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

/** Hosts that an organisation's pages may use. */
interface PageSources {
  /** Origins whose pages they frame. */
  frames: readonly string[];
  /** Hosts they load data and pictures from. */
  hosts: readonly string[];
}

/** Adds the hosts a page may use to a Content-Security-Policy. */
export function withSources(policy: string, { frames, hosts }: PageSources): string {
  return policy
    .replace(/frame-src [^;]*/, `frame-src ${frames.join(' ')}`)
    .replace(/(?:connect|img)-src [^;]*/g, (directive) => [directive, ...hosts].join(' '));
}

/** Lists in a page's head what it may load from, so that it knows before it tries. */
function hostsElement(hosts: readonly string[]): string {
  return `<meta name="hosts" content="${hosts.join(' ')}">`;
}
