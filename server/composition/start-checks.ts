import type { FastifyInstance } from 'fastify';
import { foreignPortal } from '../application/map-doctor/routes.ts';
import type { Database } from '../platform/database/connect.ts';
import { scheduleChecks } from '../application/integrations/health/routes.ts';
import { limits } from '../limits.ts';
import { forgetActs } from '../platform/audit/forget-acts-store.ts';
import { startMapDoctor } from '../application/map-doctor/start-map-doctor.ts';
import { listOrganisations } from '../application/organisations/organisation-store.ts';
import { startMailQueue } from '../portal/mail/send-queue.ts';
import { startSweeps } from './start-sweeps.ts';
import type { PortalContext } from '../portal/operation.ts';
import type { OwnApi } from './mount-own-api.ts';
import { ownOrigin } from './listen.ts';
import type { ServerOptions } from './server-options.ts';

/**
 * Starts the background work of a listening server: checks of integrations and maps, mail, and the
 * deletion of what has expired. Returns a function that
 * stops it.
 */
export function startChecks(
  app: FastifyInstance,
  database: Database,
  { integrations, findConfig }: OwnApi,
  portal: PortalContext,
  {
    publicUrl,
    mapCheckHosts,
    audit = { days: limits.auditDays, entries: limits.auditEntries },
  }: ServerOptions,
): () => Promise<void> {
  const stopIntegrations = scheduleChecks({
    ...integrations,
    listOrganisations: () => listOrganisations(database),
    every: limits.integrationCheckHours * 3_600_000,
    onFailure: (error) => app.log.warn({ err: error }, 'checking integrations failed'),
  });
  const ownUrl = ownOrigin(app);
  const stopDoctor =
    mapCheckHosts &&
    startMapDoctor(
      {
        database,
        documents: portal.documents,
        publicUrl,
        ownUrl,
        allowed: new Set(mapCheckHosts),
        now: portal.now,
        findForeignPortal: async (name) => foreignPortal(await findConfig(name), publicUrl),
        listOrganisations: () => listOrganisations(database),
        findGallery: async (name) => {
          const config = await findConfig(name);
          const elsewhere = foreignPortal(config, publicUrl);
          return elsewhere === undefined ? undefined : { portal: elsewhere, groups: config.gallery.groups };
        },
      },
      (error) => app.log.error(error, 'maps could not be checked'),
    );
  const queue =
    portal.mail &&
    startMailQueue(portal, portal.mail, (error) => app.log.warn({ err: error }, 'mail could not be sent'));
  const stopSweeps = startSweeps(
    database,
    portal.now,
    (error) => app.log.warn({ err: error }, 'a periodic sweep failed'),
    [(to) => portal.views.store(to), forgetActs(audit)],
  );
  return async () => {
    stopIntegrations();
    await stopSweeps();
    await queue?.stop();
    await stopDoctor?.();
  };
}
