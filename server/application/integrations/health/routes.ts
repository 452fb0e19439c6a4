import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../../../../wire/app-config.ts';
import type { CheckedHealth, Health, HealthList } from '../../../../wire/integration-health.ts';
import { ownPage } from '../../../../wire/integrations/integration-config.ts';
import { limits } from '../../../limits.ts';
import { inBackground, membersOf } from '../../../platform/budgets/requester.ts';
import { integrationOf, type IntegrationOptions, type OfIntegration } from '../call.ts';
import { openCredentials } from '../credentials/credential-store.ts';
import { checkIntegration } from '../check-integration.ts';
import { listHealth, saveHealth } from './check-store.ts';

/** `GET /api/{org}/integrations/health` and `POST /api/{org}/integrations/{id}/check`, for administrators. */
export async function healthRoutes(app: FastifyInstance, options: IntegrationOptions): Promise<void> {
  const { requireAdministrator, database } = options;
  const few = { config: { perMinute: limits.integrationChecksPerMinute } };
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.get<{ Params: { org: string } }>('/:org/integrations/health', async (request): Promise<HealthList> => {
    const { config } = await requireAdministrator(request);
    const ids = config.integrations.map(({ id }) => id);
    return { checks: await listHealth(database, request.params.org, ids) };
  });
  app.post<OfIntegration>('/:org/integrations/:id/check', few, async (request) => {
    const { config } = await requireAdministrator(request);
    return checkAndStore(options, request.params.org, config, request.params.id);
  });
}

const nowhere: Health = {
  state: 'misconfigured',
  message: 'Its page has no separate origin. The operator must set INTEGRATIONS_URL.',
};

/** Checks one integration and stores the result. */
export async function checkAndStore(
  options: IntegrationOptions,
  organisation: string,
  config: AppConfig,
  id: string,
): Promise<CheckedHealth> {
  const integration = integrationOf(config, id);
  const { database, vault, lockConfig, origin, publicUrl, allowedPrivateHosts, pages, cityworksTokenHosts } =
    options;
  const stored =
    vault &&
    (await openCredentials(database, vault, organisation, integration, lockConfig).catch(() => undefined));
  const health =
    pages === undefined && ownPage(integration)
      ? nowhere
      : await checkIntegration(integration, {
          config,
          credentials: stored?.values ?? {},
          origin: origin(),
          publicUrl,
          allowedPrivateHosts,
          cityworksTokenHosts,
        });
  return saveHealth(database, organisation, { integration: id, checkedAt: Date.now(), ...health });
}

export interface ScheduleOptions extends IntegrationOptions {
  listOrganisations: () => Promise<readonly { name: string }[]>;
  /** Milliseconds between rounds. */
  every: number;
  onFailure: (error: unknown) => void;
}

/**
 * Checks every integration of every organisation periodically, one after the other. Returns a function that
 * stops it.
 */
export function scheduleChecks(options: ScheduleOptions): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const round = async () => {
    for (const { name } of await options.listOrganisations()) {
      if (signal.aborted) return;
      const sender = { caller: `integration checks of ${name}`, organisation: membersOf(name), signal };
      // One organisation that cannot be checked does not leave out the others.
      await inBackground(sender, () => checkOrganisation(name)).catch(
        (error: unknown) => !signal.aborted && options.onFailure(error),
      );
    }
  };
  const checkOrganisation = async (name: string) => {
    const config = await options.findConfig(name);
    for (const { id, enabled } of config.integrations)
      if (enabled && !signal.aborted) await checkAndStore(options, name, config, id);
  };
  const timer = setInterval(() => void round().catch(options.onFailure), options.every);
  // The timer does not keep the process alive.
  timer.unref();
  return () => {
    stopping.abort();
    clearInterval(timer);
  };
}
