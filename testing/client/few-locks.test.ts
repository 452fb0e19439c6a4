import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { limits } from '../../server/limits.ts';
import { backUp } from '../../server/operator/backup/backup-store.ts';
import { restore } from '../../server/operator/backup/restore-store.ts';
import { deletePortalOrganisation } from '../../server/operator/portal-removal-store.ts';
import type { Database } from '../../server/platform/database/connect.ts';
import { DebianCluster, type DebianPlace, findDebianPostgresql } from '../rig/debian/cluster.ts';
import { runs } from '../rig/long.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';

/**
 * A PostgreSQL with room for the locks of one service with as many layers as it may have, and not for those of several: as for the
 * locks of a hundred of them where it has its usual room.
 */
let missing: string | undefined;
let place: DebianPlace;
let cluster: DebianCluster;
let source: TestDatabase;
let folder: string;
/** In the long run more than fit into one transaction: PostgreSQL has some room beyond the settings. */
const services = Array.from({ length: runs(4, 16) }, (_none, index) => `Service_${index}`);
const orgId = 'small';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-locks-'));
  const found = await findDebianPostgresql();
  if ('missing' in found) return void (missing = found.missing);
  place = found;
  cluster = await DebianCluster.at(place, 'data');
  await cluster.create();
  await cluster.start({ max_locks_per_transaction: '10', max_connections: '210', synchronous_commit: 'off' });
  source = await createTestDatabase(cluster.url);
  await sql`insert into portal_organisation (id, url_key, created_at) values (${orgId}, ${orgId}, 0)`.execute(
    source.database,
  );
  for (const serviceName of services) await addService(source.database, serviceName);
}, 600_000);
afterAll(async () => {
  await source?.drop();
  await cluster?.stop('immediate').catch(() => {});
  await place?.remove();
  await rm(folder, { recursive: true, force: true });
});

const addService = (database: Database, serviceName: string) =>
  createHostedLayer(
    { database },
    {
      orgId,
      serviceName,
      layers: Array.from({ length: limits.uploadLayers }, (_none, index) => ({
        name: `Layer ${index}`,
        geometryType: 'esriGeometryPolygon' as const,
        fields: [{ name: 'Name', type: 'esriFieldTypeString' as const }],
        features: [],
      })),
    },
  );

const tables = async (database: Database) => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_tables
    where schemaname = 'hosted'`.execute(database);
  return rows[0]?.count;
};

describe('with little room for locks', () => {
  test('a backup with many layers is restored', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const copy = path.join(folder, 'backup');
    await backUp(source.database, copy);
    const target = await createTestDatabase(cluster.url);
    try {
      await restore(target.database, copy);
      expect(await tables(target.database)).toBe(services.length * limits.uploadLayers);
    } finally {
      await target.drop();
    }
  }, 600_000);

  test('a backup that has not enough says so before it begins', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const { database, drop } = await createTestDatabase(cluster.url);
    try {
      await sql`do $$ begin for n in 1..1100 loop execute format('create table hosted.t%s (n int)', n); end loop; end $$`.execute(
        database,
      );
      await expect(backUp(database, path.join(folder, 'refused'))).rejects.toThrow(
        /This backup needs \d+ locks .* max_locks_per_transaction of PostgreSQL to 1024/,
      );
    } finally {
      await drop();
    }
  });

  test('an organisation with many layers is deleted', async ({ skip }) => {
    skip(missing !== undefined, missing);
    await deletePortalOrganisation(source.database, orgId, Date.now());
    expect(await tables(source.database)).toBe(0);
    expect(await source.database.selectFrom('hosted_service').select('id').execute()).toEqual([]);
  }, 600_000);
});
