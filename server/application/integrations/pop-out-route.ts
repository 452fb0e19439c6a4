import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../../../wire/app-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import { popOutPolicy } from './page-policy.ts';

export interface PopOutOptions {
  /** @throws MappingError `organisation:not-found` */
  findConfig: (organisation: string) => Promise<AppConfig>;
  /** Origin of the pages of integrations; undefined: there is none. */
  pages: string | undefined;
}

const popOut = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mapping</title><link rel="icon" href="/favicon.ico" type="image/svg+xml"></head>
<body><div id="pop-out"></div></body></html>`;

/**
 * Serves the empty window on the application's origin into which the application renders a pane. The pages
 * themselves are on an origin of their own, and not found here.
 */
export async function popOutRoute(app: FastifyInstance, { findConfig, pages }: PopOutOptions): Promise<void> {
  app.get<{ Params: { org: string } }>('/integrations/:org/pop-out', async (request, reply) =>
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
