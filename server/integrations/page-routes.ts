import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AppConfig, IntegrationConfig } from '../../wire/app-config.ts';
import { builtInTypes, typeConfig } from '../../wire/integration-config.ts';
import { MappingError } from '../../wire/errors.ts';
import { pagePolicy, popOutPolicy } from './page-policy.ts';

export interface PageOptions {
  /** The built application. */
  folder: string;
  /** @throws MappingError `organisation:not-found` */
  findConfig: (organisation: string) => Promise<AppConfig>;
}

const popOut = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mapping</title><link rel="icon" href="/favicon.ico" type="image/svg+xml"></head>
<body><div id="pop-out"></div></body></html>`;

/**
 * The pages of integrations, `/integrations/{org}/{id}`: the page of its type, with a policy that lets in what this very
 * integration needs. One that is not configured, switched off, or no page of ours is not found.
 */
export async function integrationPages(
  app: FastifyInstance,
  { folder, findConfig }: PageOptions,
): Promise<void> {
  const pages = new Map<string, string>();
  for (const type of builtInTypes) {
    const page = await readFile(path.join(folder, 'web/integrations', type, 'index.html'), 'utf8').catch(
      () => '',
    );
    if (page) pages.set(type, page);
  }
  app.get<{ Params: { org: string } }>('/integrations/:org/pop-out', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', popOutPolicy(await findConfig(request.params.org)))
      .send(popOut),
  );
  app.get<{ Params: { org: string; id: string } }>('/integrations/:org/:id', async (request, reply) => {
    const { org, id } = request.params;
    const { integrations } = await findConfig(org);
    const integration = integrations.find((one) => one.id === id && one.enabled);
    const page = integration && pages.get(integration.type);
    if (!integration || !page)
      throw new MappingError('integration:not-found', 'There is no such integration here.', { status: 404 });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', pagePolicy(integration))
      .send(withWkid(page, integration));
  });
}

/** Street Smart's page says in its first word in which spatial reference it wants coordinates. */
function withWkid(page: string, { type, config }: IntegrationConfig): string {
  if (type !== 'cyclomedia') return page;
  const wkid = typeConfig('cyclomedia', config).srs.replace('EPSG:', '');
  return page.replace('</head>', `<meta name="wkid" content="${wkid}" /></head>`);
}
