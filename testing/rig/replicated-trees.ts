import type { PortalContext } from '../../server/portal/operation.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { type Replicated, startReplicated } from './standby.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A new database on a PostgreSQL of Debian with a streaming replica. */
export interface ReplicatedDatabase extends Replicated {
  rig: TestDatabase;
  /** URL of the same database at the replica. */
  replicaUrl: string;
}

/** @returns the reason when this machine has no PostgreSQL of Debian and it cannot be installed */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase | { missing: string }> {
  const started = await startReplicated();
  if ('missing' in started) return started;
  const rig = await createTestDatabase(started.primary.url);
  const replica = new URL(rig.url);
  replica.port = new URL(started.standby.url).port;
  return {
    ...started,
    rig,
    replicaUrl: replica.href,
    async stop() {
      await rig.drop();
      await started.stop();
    },
  };
}

/** Publishes the service “Trees” of one oak for everyone; returns the id of its item. */
export async function publishOak(context: PortalContext, owner: string): Promise<string> {
  const itemId = await addItem(context, owner, {
    title: 'Trees',
    type: 'Feature Service',
    access: 'public',
  });
  await createHostedLayer(
    { database: context.database },
    {
      serviceName: 'Trees',
      itemId,
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [
        {
          name: 'Trees',
          geometryType: 'esriGeometryPoint',
          fields: [{ name: 'name', type: 'esriFieldTypeString' }],
          features: [{ properties: { name: 'Oak' }, geometry: { type: 'Point', coordinates: [0, 0] } }],
        },
      ],
    },
  );
  return itemId;
}
