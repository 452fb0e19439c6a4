import type { AppConfigInput } from '../../wire/app-config.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { createPortalClient, type PortalClient } from './portal-client.ts';
import type { TestServer } from './start-server.ts';

/**
 * An organisation on the embedded portal with its administrator and a member, for most tests of the whole
 * server.
 */
export interface Town {
  portal: PortalClient;
  /** A token of ada, an administrator of portal and organisation. */
  ada: string;
  /** The group whose members administer the organisation. */
  adminGroupId: string;
  /** Calls `/api/town/…` as ada; an object as body is sent as JSON. Additional headers may be given. */
  api(
    address: string,
    options?: { method?: string; body?: unknown; as?: string; headers?: Record<string, string> },
  ): Promise<Response>;
}

export async function createTown(
  server: TestServer,
  config: Omit<AppConfigInput, 'portal'> & { portal?: Partial<AppConfigInput['portal']> } = {},
): Promise<Town> {
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  await portal.addUser('grace');
  const adminGroupId = await createGroup(portal.context, { title: 'A', owner: 'ada', access: 'private' });
  await saveConfig(
    server.database,
    'town',
    { ...config, portal: { url: '/portal', adminGroupId, ...config.portal } },
    'operator',
  );
  const ada = await portal.token('ada');
  return {
    portal,
    ada,
    adminGroupId,
    api(address, { method = 'GET', body, as = ada, headers } = {}) {
      const raw = typeof body === 'string' || body instanceof Uint8Array;
      return fetch(`${server.url}/api/town/${address}`, {
        method,
        headers: {
          authorization: `Bearer ${as}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
      });
    },
  };
}
