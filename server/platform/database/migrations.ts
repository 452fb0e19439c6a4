import type { Migration } from 'kysely/migration';
import { up as organisations } from './migrations/0001-organisations.ts';
import { up as portal } from './migrations/0002-portal.ts';
import { up as hostedLayers } from './migrations/0003-hosted-layers.ts';
import { up as sharedMaps } from './migrations/0004-shared-maps.ts';
import { up as places } from './migrations/0005-places.ts';
import { up as publishJobs } from './migrations/0006-publish-jobs.ts';
import { up as integrations } from './migrations/0009-integrations.ts';
import { up as viewsAndChecks } from './migrations/0007-item-views-and-map-checks.ts';
import { up as administration } from './migrations/0010-administration.ts';
import { up as peopleAndSessions } from './migrations/0014-people-and-sessions.ts';
import { up as placeCodes } from './migrations/0020-place-codes.ts';
import { up as searchSample } from './migrations/0021-search-sample.ts';
import { up as foreignMapChecks } from './migrations/0023-foreign-map-checks.ts';
import { up as formerPeople } from './migrations/0024-former-people.ts';
import { up as integrationHealthHistory } from './migrations/0026-integration-health-history.ts';
import { up as publicItems } from './migrations/0027-public-items.ts';
import { up as itemWords } from './migrations/0028-item-words.ts';
import { up as portalOrganisations } from './migrations/0030-portal-organisations.ts';
import { up as sampleOfTitles } from './migrations/0029-sample-of-titles.ts';
import { up as countedActs } from './migrations/0058-counted-acts.ts';
import { up as uploadReservations } from './migrations/0065-upload-reservations.ts';
import { up as sharedMapHosts } from './migrations/0066-shared-map-hosts.ts';
import { up as searchAndCategories } from './migrations/0012-search-and-categories.ts';
import { up as copiesShareData } from './migrations/0048-copies-share-data.ts';
import { up as quotas } from './migrations/0049-quotas.ts';
import { up as tokensAndSecrets } from './migrations/0053-tokens-and-secrets.ts';
import { up as rateCounts } from './migrations/0040-rate-counts.ts';

/** All migrations in order. A migration that has shipped is never edited; a change is a new one. */
export const migrations: Record<string, Migration> = {
  '0001-organisations': { up: organisations },
  '0002-portal': { up: portal },
  '0003-hosted-layers': { up: hostedLayers },
  '0004-shared-maps': { up: sharedMaps },
  '0005-places': { up: places },
  '0006-publish-jobs': { up: publishJobs },
  '0009-integrations': { up: integrations },
  '0007-item-views-and-map-checks': { up: viewsAndChecks },
  '0010-administration': { up: administration },
  '0014-people-and-sessions': { up: peopleAndSessions },
  '0020-place-codes': { up: placeCodes },
  '0026-integration-health-history': { up: integrationHealthHistory },
  '0012-search-and-categories': { up: searchAndCategories },
  '0021-search-sample': { up: searchSample },
  '0023-foreign-map-checks': { up: foreignMapChecks },
  '0024-former-people': { up: formerPeople },
  '0027-public-items': { up: publicItems },
  '0028-item-words': { up: itemWords },
  '0029-sample-of-titles': { up: sampleOfTitles },
  '0030-portal-organisations': { up: portalOrganisations },
  '0040-rate-counts': { up: rateCounts },
  '0048-copies-share-data': { up: copiesShareData },
  '0049-quotas': { up: quotas },
  '0053-tokens-and-secrets': { up: tokensAndSecrets },
  '0058-counted-acts': { up: countedActs },
  '0065-upload-reservations': { up: uploadReservations },
  '0066-shared-map-hosts': { up: sharedMapHosts },
};
