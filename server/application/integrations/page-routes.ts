import type { FastifyInstance } from 'fastify';
import type { IntegrationConfig } from '../../../wire/app-config.ts';
import type { FindConfig } from '../../platform/membership/identify.ts';
import { MappingError } from '../../../wire/errors.ts';
import { pagePolicy, popOutPolicy } from './page-policy.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { kindOf, ownPage, typeConfig } from '../../../wire/integrations/integration-config.ts';
import { integrationTypes } from '../../../integration-kinds/definitions.ts';
import { serverKindOf } from './check-integration.ts';
import type { Origins } from './define-server-kind.ts';

export interface PopOutOptions {
  findConfig: FindConfig;
  /** Origin of the pages of integrations; undefined: there is none. */
  pages: string | undefined;
}

const popOut = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mapping</title><link rel="icon" href="/favicon.ico" type="image/svg+xml"></head>
<body><div id="pop-out"></div></body></html>`;

/**
 * Serves the empty window on the application's origin into which the application renders a pane. The pages
 * themselves are on a separate origin, and not found here.
 */
export async function popOutRoute(app: FastifyInstance, { findConfig, pages }: PopOutOptions): Promise<void> {
  const counted = { config: { isPage: true as const } };
  app.get<{ Params: { org: string } }>('/integrations/:org/pop-out', counted, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', popOutPolicy(await findConfig(request.params.org), pages))
      .send(popOut),
  );
  app.get('/integrations/*', async () => {
    throw new MappingError(
      'integration:not-here',
      'Integration pages are not served at this address, but at INTEGRATIONS_URL.',
      { status: 404 },
    );
  });
}

export interface PageOptions {
  /** The built application. */
  folder: string;
  findConfig: FindConfig;
  origins: Origins;
}

/**
 * The pages of integrations, `/integrations/{org}/{id}`, on their own origin: the page of its type, with a
 * policy for this integration. Unconfigured, disabled and external integrations are answered with 404.
 */
export async function integrationPages(
  app: FastifyInstance,
  { folder, findConfig, origins }: PageOptions,
): Promise<void> {
  const pages = new Map<string, string>();
  for (const type of integrationTypes) {
    if (!kindOf(type).page) continue;
    const page = await readFile(path.join(folder, 'integration-kinds', type, 'index.html'), 'utf8').catch(
      () => '',
    );
    if (page) pages.set(type, page);
  }
  app.get<{ Params: { org: string; id: string } }>('/integrations/:org/:id', async (request, reply) => {
    const { org, id } = request.params;
    const { integrations } = await findConfig(org);
    const integration = integrations.find((one) => one.id === id && one.enabled);
    const page = integration && ownPage(integration) && pages.get(integration.type);
    if (!integration || !page)
      throw new MappingError('integration:not-found', 'Integration not found.', { status: 404 });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', pagePolicy(integration, origins))
      .send(withFacts(page, integration, origins));
  });
}

/** Names the application that may frame the page in its head, with what its kind adds. */
function withFacts(page: string, integration: IntegrationConfig, { application }: Origins): string {
  const { type, config } = integration;
  const facts = { application, ...serverKindOf(type).facts?.(typeConfig(type, config)) };
  const elements = Object.entries(facts).map(
    ([name, content]) => `<meta name="${name}" content="${content}" />`,
  );
  return page.replace('</head>', `${elements.join('')}</head>`);
}
