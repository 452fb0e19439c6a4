import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createPagesApp } from '../platform/http/app.ts';
import { connectionSources } from '../application/organisations/connection-sources.ts';
import { findPublicHosts } from '../application/shared-maps/shared-map-store.ts';
import { findShortAddress } from '../application/short-addresses/short-address-store.ts';
import { builtFiles } from '../platform/http/built-files.ts';
import { webApplication } from '../platform/http/web-application.ts';
import { integrationPages, popOutRoute } from '../application/integrations/page-routes.ts';
import { frameSources } from '../application/integrations/page-policy.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Budget } from '../platform/budgets/budget.ts';
import { limits } from '../limits.ts';
import { createFirstCards } from './first-cards.ts';
import { createFirstPicture } from './first-picture.ts';
import type { OwnApi } from './mount-own-api.ts';
import { createPageExtras } from './page-extras.ts';
import type { ServerOptions } from './server-options.ts';

/** Mounts the browser application, the windows of integrations, folders of samples and simulated sites. */
export async function mountWeb(
  app: FastifyInstance,
  { findConfig, openedHosts }: OwnApi,
  { database, budget, now }: { database: Database; budget: Budget; now: () => number },
  options: ServerOptions,
): Promise<void> {
  const { webFolder: folder, samples = [], sites = [], pages, publicUrl, serviceWorker = true } = options;
  if (folder) {
    const age = options.configAgeMilliseconds ?? limits.configAgeMilliseconds;
    const extras = createPageExtras({ budget, age });
    const findHosts = extras.remembering(
      (name: string, sid: string) => `${name} ${sid}`,
      (name, sid) => findPublicHosts(database, name, sid, now()),
    );
    const findPortalUrl = async (name: string) => (await findConfig(name)).portal.url;
    const findSources = async (name: string, sid: string | undefined) => {
      const config = await findConfig(name);
      const { hostsOfMaps } = config.map;
      const named = sid === undefined || !hostsOfMaps ? [] : ((await findHosts(name, sid)) ?? []);
      return {
        frames: frameSources(config, pages?.url),
        hosts: [...connectionSources(config, publicUrl), ...named],
        addsOpened: hostsOfMaps,
      };
    };
    const findCards = createFirstCards(app, publicUrl);
    const findPicture = createFirstPicture(app, publicUrl, extras);
    const findShort = extras.remembering(
      (name: string, code: string) => `${name} ${code}`,
      async (name, code) => (await findShortAddress(database, name, code))?.wid,
    );
    await app.register((pages) =>
      webApplication(pages, {
        folder,
        findPortalUrl,
        findSources,
        openedHosts,
        findConfig,
        findCards,
        findPicture,
        findShort,
        serviceWorker,
      }),
    );
    await app.register(popOutRoute, { findConfig, pages: pages?.url });
  }
  for (const site of sites) await app.register(site);
  for (const { prefix, folder: root } of samples)
    await app.register(staticFiles, {
      root,
      prefix,
      decorateReply: false,
      maxAge: '1d',
      // The pages that show them have another origin.
      setHeaders: (response) => response.header('access-control-allow-origin', '*'),
    });
}

/** The application that serves the pages of integrations; undefined where they have no origin, or nothing was built. */
export async function createPages(
  { findConfig }: OwnApi,
  options: ServerOptions,
): Promise<FastifyInstance | undefined> {
  const { webFolder: folder, pages, publicUrl } = options;
  if (!folder || !pages) return undefined;
  const app = createPagesApp(options);
  await app.register(builtFiles, { folder, everywhere: true });
  await app.register(integrationPages, {
    folder,
    findConfig,
    origins: { application: new URL(publicUrl).origin, pages: pages.url },
  });
  return app;
}
