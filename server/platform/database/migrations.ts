import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { up as portalOrganisations } from './migrations/0030-portal-organisations.ts';
import * as application from './migrations/application.ts';
import * as portal from './migrations/portal.ts';
import * as portalContent from './migrations/portal-content.ts';
import * as quotas from './migrations/quotas.ts';
import * as gis from './migrations/gis.ts';

/**
 * All migrations in order, by the names that databases record; the statements are in one file per room. A migration that has
 * shipped is never edited; a change is a new one.
 */
export const migrations: Record<string, Migration> = {
  '0001-organisations': run(application.organisations),
  '0002-portal': run(portal.portal),
  '0003-hosted-layers': run(gis.hostedLayers),
  '0004-shared-maps': run(application.sharedMaps),
  '0005-places': run(gis.places),
  '0006-publish-jobs': run(gis.publishJobs),
  '0009-integrations': run(application.integrations),
  '0007-item-views-and-map-checks': run(portalContent.itemViewsAndMapChecks),
  '0010-administration': run(application.administration),
  '0014-people-and-sessions': run(portal.peopleAndSessions),
  '0020-place-codes': run(gis.placeCodes),
  '0026-integration-health-history': run(application.integrationHealthHistory),
  '0012-search-and-categories': run(portalContent.searchAndCategories),
  '0021-search-sample': run(portalContent.searchSample),
  '0023-foreign-map-checks': run(application.foreignMapChecks),
  '0024-former-people': run(portal.formerPeople),
  '0027-public-items': run(portalContent.publicItems),
  '0028-item-words': run(portalContent.itemWords),
  '0029-sample-of-titles': run(portalContent.sampleOfTitles),
  '0030-portal-organisations': { up: portalOrganisations },
  '0040-rate-counts': run(application.rateCounts),
  '0048-copies-share-data': run(portalContent.copiesShareData),
  '0049-quotas': run(quotas.quotas),
  '0053-tokens-and-secrets': run(portal.tokensAndSecrets),
  '0058-counted-acts': run(application.countedActs),
  '0065-upload-reservations': run(quotas.uploadReservations),
  '0066-shared-map-hosts': run(application.sharedMapHosts),
};

function run(statements: readonly string[]): Migration {
  return {
    async up(database: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  };
}
