import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { chooseLanguage, directionOf, offeredLanguages } from '../../../wire/languages.ts';
import type { ShellConfig } from './draw-shell.ts';
import { readParts, textIn } from './page-texts.ts';

/** Takes the place of the service worker when the operator has switched it off: removes the installed one and its files. */
const remover = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

interface InstallableOptions {
  /** The built application. */
  folder: string;
  /** Whether browsers may install the service worker. */
  isOn: boolean;
  findConfig: (organisation: string) => Promise<ShellConfig>;
}

/**
 * The service worker, and a manifest for each organisation, with which browsers install its pages as an application.
 * Both are public: the worker is the same for everyone (web/app/service-worker), the manifest contains the title.
 */
export async function installable(
  app: FastifyInstance,
  { folder, isOn, findConfig }: InstallableOptions,
): Promise<void> {
  const worker = isOn ? await readText(path.join(folder, 'service-worker.js')) : undefined;
  const parts = (await readParts(folder)) ?? { texts: {}, translated: {} };
  app.get('/service-worker.js', async (_request, reply) => {
    // It repeats requests of pages, each of which the policy of its page has allowed: the worker serves all of them.
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    return reply
      .header('content-security-policy', policy.replace(/connect-src [^;]*/, 'connect-src *'))
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(worker ?? remover);
  });
  const counted = { config: { isPage: true as const } };
  app.get(
    '/:org/app.webmanifest',
    counted,
    async (request: FastifyRequest<{ Params: { org: string } }>, reply) => {
      const { org } = request.params;
      const config = await findConfig(org);
      const requested = new URL(request.url, 'http://page').searchParams.get('lang') ?? undefined;
      const language = chooseLanguage([requested], offeredLanguages(config.languages, parts.translated));
      const text = (key: string) => textIn(parts, key, language).text;
      const name = config.title || text('app.name');
      const shortcut = (key: string, place: string) => ({ name: text(key), url: `/${org}${place}` });
      return reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send({
          id: `/${org}`,
          name,
          short_name: name,
          lang: language,
          dir: directionOf(language),
          start_url: `/${org}`,
          scope: `/${org}`,
          display: 'standalone',
          theme_color: config.theme.primary,
          background_color: '#f6f7f5',
          icons: [{ src: '/favicon.ico', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
          shortcuts: [shortcut('gallery.title', '/gallery'), shortcut('home.newMap', '/map')],
        });
    },
  );
}

/**
 * Elements of a page's head: its manifest, and whether the server offers the service worker.
 * @param organisation undefined on a page without one
 */
export function installElements(organisation: string | undefined, language: string, isOn: boolean): string {
  const manifest =
    organisation === undefined
      ? ''
      : `<link rel="manifest" href="/${organisation}/app.webmanifest?lang=${language}">`;
  return manifest + (isOn ? '<meta name="service-worker" content="on">' : '');
}

function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
