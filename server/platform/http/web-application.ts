import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { acceptedLanguages, languageCookie } from '../../../wire/languages.ts';
import { isHostSource } from '../../../wire/map-hosts.ts';
import { reservedNames } from '../../../wire/organisation.ts';
import { policySources } from './content-policy.ts';
import { builtFiles } from './built-files.ts';
import {
  type Shell,
  type ShellCard,
  type ShellConfig,
  type ShellPicture,
  shellDrawer,
} from './draw-shell.ts';
import { escape } from './html.ts';
import { type PageText, pageTexts } from './page-texts.ts';
import { type FindPortalUrl, readAddress, routeHints } from './route-hints.ts';
import { installable, installElements } from './installable.ts';
import { packSmall, takesGzip } from './responses/compress-response.ts';
import { allowFraming, isEmbedded } from './security-headers.ts';

export interface WebApplicationOptions<Config extends ShellConfig = ShellConfig> {
  folder: string;
  findPortalUrl: FindPortalUrl;
  /**
   * Hosts that an organisation's pages may use, and whether those that a browser has opened are added.
   * @param sid the shared map that is opened
   */
  findSources: (
    organisation: string,
    sid: string | undefined,
  ) => Promise<PageSources & { addsOpened: boolean }>;
  /** Hosts that a browser has opened for an organisation's pages, by its cookies. */
  openedHosts: (cookies: string | undefined, organisation: string) => readonly string[];
  /** What the header of an organisation's pages shows; rejects if there is no such organisation. */
  findConfig: (organisation: string) => Promise<Config>;
  /** The first cards of an organisation's gallery that everyone may see. */
  findCards: (organisation: string, config: Config) => Promise<readonly ShellCard[]>;
  /** The picture of a web map that everyone may see. */
  findPicture: (config: Config, id: string) => Promise<ShellPicture | undefined>;
  /** Whether browsers may install the service worker. */
  serviceWorker?: boolean;
  /** The web map of a short address; undefined for an unknown one, and while the database is unavailable. */
  findShort: (organisation: string, code: string) => Promise<string | undefined>;
}

/**
 * The browser application: built files under `/assets` (named by their content, so cached forever, sent as
 * the brotli or gzip file made at build time) and one HTML page for every address of an organisation. `/`
 * itself is the plain text "Not found" in the reader's language; there is no list of organisations.
 */
export async function webApplication<Config extends ShellConfig>(
  app: FastifyInstance,
  {
    folder,
    findPortalUrl,
    findSources,
    openedHosts,
    findConfig,
    findCards,
    findPicture,
    findShort,
    serviceWorker = true,
  }: WebApplicationOptions<Config>,
): Promise<void> {
  const page = await readPage(folder);
  const scripts = inlineScripts(page);
  const drawShell = await shellDrawer(folder);
  const textFor = await pageTexts(folder);
  const hintsFor = await routeHints(folder, findPortalUrl);
  await app.register(builtFiles, { folder });
  await app.register(installable, { folder, isOn: serviceWorker, findConfig });
  app.get('/', async (request, reply) => {
    const { text, language } = textFor('app.notFound', preferredLanguages(request));
    return reply
      .status(404)
      .headers({ 'content-language': language, vary: 'accept-language, cookie' })
      .type('text/plain; charset=utf-8')
      .send(text);
  });
  /** The header of a page; undefined if the page has none, or nothing is known about it. */
  const shellOf = async (request: FastifyRequest<{ Params: { org: string } }>, address: string) => {
    if (!drawShell || isEmbedded(request.url) || address.endsWith('/signed-in')) return undefined;
    const config = await findConfig(request.params.org).catch(() => undefined);
    if (!config) return undefined;
    const { view: read = 'other', webMapId } = readAddress(address);
    // A presentation has no sidebar.
    const view = /[?&]view=present(?:&|$)/.test(request.url) ? 'other' : read;
    // A query is a search, with other results, or a map with something around it.
    const whole = !request.url.includes('?');
    return drawShell(config, view, preferredLanguages(request), {
      home: `/${encodeURIComponent(request.params.org)}`,
      ...(whole && view === 'gallery' && { cards: await findCards(request.params.org, config) }),
      ...(whole && webMapId && { picture: await findPicture(config, webMapId) }),
    });
  };
  const serve = async (request: FastifyRequest<{ Params: { org: string } }>, reply: FastifyReply) => {
    const [address = ''] = request.url.split(/[?#]/, 1);
    // An unknown operation: its clients read JSON, not the page.
    if (isReserved(request.params.org)) return reply.callNotFound();
    const code = codeIn(address);
    const wid = code && (await findShort(request.params.org, code));
    if (wid) {
      const [query = ''] = request.url.slice(address.length).split('#', 1);
      // Not cached: a short address can be removed.
      return reply
        .header('cache-control', 'no-store')
        .redirect(`/${encodeURIComponent(request.params.org)}/map/wid/${encodeURIComponent(wid)}${query}`);
    }
    // A sign-in window comes back from the portal with the page that waits for it as its opener: a stricter policy would part
    // them, because the portal's pages have none.
    if (address.endsWith('/signed-in')) reply.header('cross-origin-opener-policy', 'unsafe-none');
    const found = await findSources(request.params.org, sidIn(address)).catch(() => nothing);
    const { frames, hosts, addsOpened } = found;
    // Hosts this browser has opened here before.
    const opened = addsOpened ? openedHosts(request.headers.cookie, request.params.org) : [];
    const sources = { frames, hosts: [...new Set([...hosts, ...opened])] };
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    reply.header('content-security-policy', withScripts(withSources(policy, sources), scripts));
    const shell = await shellOf(request, address);
    const install = installElements(shell && request.params.org, shell?.language ?? '', serviceWorker);
    const hints = hostsElement(sources.hosts, opened) + install + (await hintsFor(address, shell?.language));
    // Before the page's own scripts, the first of which reads some of them, so that the browser requests
    // everything at once.
    const needsScripts = textFor('page.needsScripts', shell ? [shell.language] : preferredLanguages(request));
    const drawn = withoutScripts(withShell(page, shell), needsScripts);
    const hinted = drawn.replace('<script', (script) => hints + script);
    allowFraming(request.url, reply);
    void reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language, cookie, accept-encoding' });
    // The first packets of a connection have room for a compressed page. It contains nothing whose length another website could
    // use: no token, and of this browser only the hosts of its maps.
    if (!takesGzip(request)) return reply.send(hinted);
    return reply.header('content-encoding', 'gzip').send(packSmall(hinted));
  };
  const counted = { config: { isPage: true as const } };
  app.get<{ Params: { org: string } }>('/:org', counted, serve);
  app.get<{ Params: { org: string } }>('/:org/*', counted, serve);
}

/** The reader's languages, the preferred one first. */
function preferredLanguages({ url, cookies, headers }: FastifyRequest): (string | undefined)[] {
  // Not by `URL`, which takes `//` for the beginning of a host.
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  const requested = new URLSearchParams(query).get('lang') ?? undefined;
  return [requested, cookies[languageCookie], ...acceptedLanguages(headers['accept-language'])];
}

function isReserved(name: string): boolean {
  return (reservedNames as readonly string[]).includes(name.toLowerCase());
}

const nothing = { frames: ["'none'"], hosts: [], addsOpened: false };

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

function codeIn(address: string): string | undefined {
  return /^\/[^/]+\/m\/([1-9A-HJ-NP-Za-km-z]{8})\/?$/.exec(address)?.[1];
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
    .replace(/frame-src [^;]*/, () => `frame-src ${policySources(frames).join(' ')}`)
    .replace(/(?:connect|img)-src [^;]*/g, (directive) =>
      [directive, ...hosts.filter(isHostSource)].join(' '),
    );
}

/** Puts the drawn header into the page, whose own is empty. */
function withShell(page: string, shell: Shell | undefined): string {
  if (!shell) return page;
  const { html, title, language, direction } = shell;
  return page
    .replace('<html lang="en" dir="ltr">', () => `<html lang="${language}" dir="${direction}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escape(title)}</title>`)
    .replace(/<div id="shell">.*?<\/div>\s*<\/div>/s, () => html);
}

/** Puts what a reader without scripts sees into the page. */
function withoutScripts(page: string, { text, language, direction }: PageText): string {
  return page.replace(
    /<noscript[^>]*>[^<]*<\/noscript>/,
    () => `<noscript lang="${language}" dir="${direction}">${escape(text)}</noscript>`,
  );
}

/** The scripts within a page, as a policy names them. */
function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** Allows the page's own scripts in a Content-Security-Policy. */
function withScripts(policy: string, scripts: readonly string[]): string {
  return policy.replace(/script-src 'self'/, (allowed) => [allowed, ...scripts].join(' '));
}

/** Lists in a page's head what it may load from, so that it knows before it tries, and what of it this browser has opened. */
function hostsElement(hosts: readonly string[], opened: readonly string[]): string {
  const ofBrowser = opened.length > 0 ? ` data-opened="${opened.join(' ')}"` : '';
  return `<meta name="hosts" content="${hosts.join(' ')}"${ofBrowser}>`;
}
