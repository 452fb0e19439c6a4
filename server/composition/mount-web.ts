import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { webApplication } from '../http/web-application.ts';
import { integrationPages } from '../integrations/page-routes.ts';
import { frameSources } from '../integrations/page-policy.ts';
import type { OwnApi } from './mount-own-api.ts';
import type { ServerOptions } from './server-options.ts';

/** Mounts the browser's program, the pages of integrations, and folders of samples. */
export async function mountWeb(
  app: FastifyInstance,
  { findConfig }: OwnApi,
  { webFolder: folder, samples = [] }: ServerOptions,
): Promise<void> {
  if (folder) {
    const findPortalUrl = async (name: string) => (await findConfig(name)).portal.url;
    const findFrameSources = async (name: string) => frameSources(await findConfig(name));
    await app.register(webApplication, { folder, findPortalUrl, findFrameSources });
    await app.register(integrationPages, { folder, findConfig });
  }
  for (const { prefix, folder: root } of samples)
    await app.register(staticFiles, { root, prefix, decorateReply: false, maxAge: '1d' });
}
