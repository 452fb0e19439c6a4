import type { Migration } from 'kysely/migration';
import * as organisations from './migrations/0001-organisations.ts';
import * as portal from './migrations/0002-portal.ts';
import * as hostedLayers from './migrations/0003-hosted-layers.ts';
import * as sharedMaps from './migrations/0004-shared-maps.ts';
import * as places from './migrations/0005-places.ts';

/** All migrations in order. A migration that has shipped is never edited; a change is a new one. */
export const migrations: Record<string, Migration> = {
  '0001-organisations': organisations,
  '0002-portal': portal,
  '0003-hosted-layers': hostedLayers,
  '0004-shared-maps': sharedMaps,
  '0005-places': places,
};
