import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { createPortalClient } from './portal-client.ts';
import type { TestServer } from './start-server.ts';

/** A private feature service `Secret` with one point in its layer `Safe`. */
export interface SecretService {
  /** A token of grace, who owns it. */
  owner: string;
  /** A token of otto, who may not see it. */
  member: string;
}

export async function createSecretService(server: TestServer): Promise<SecretService> {
  const portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
  await portal.addUser('otto', { role: 'org_user' });
  const itemId = await addItem(portal.context, 'grace', {
    title: 'Secret',
    type: 'Feature Service',
    access: 'private',
  });
  const point = { properties: {}, geometry: { type: 'Point', coordinates: [71, 51] } };
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Secret',
      itemId,
      layers: [{ name: 'Safe', geometryType: 'esriGeometryPoint', fields: [], features: [point] }],
    },
  );
  return { owner: await portal.token('grace'), member: await portal.token('otto') };
}
