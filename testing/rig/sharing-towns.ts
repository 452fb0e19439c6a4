import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { startFakePortal } from '../fakes/portal.ts';
import { startTestServer, type TestServer } from './start-server.ts';

interface CallOptions {
  /** The user who calls; without: a visitor. */
  as?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** `town` unless another is given. */
  org?: string;
}

export interface SharingTowns {
  server: TestServer;
  portal: Awaited<ReturnType<typeof startFakePortal>>;
  /** Calls `/api/{org}/shared-maps` followed by `path`. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  stop(): Promise<void>;
}

/** Where no portal answers. */
const nowhere = 'http://127.0.0.1:9';

/**
 * Organisations on one portal for tests of shared maps: `town`, `open` (visitors may share) and `stranded`, whose portal is
 * away. ada administers them; grace is in the groups divers and rowers, bob in rowers, hedy in divers; eve belongs to another
 * organisation of the portal.
 */
export async function startSharingTowns(): Promise<SharingTowns> {
  const portal = await startFakePortal({
    'token-ada': { username: 'ada', groups: ['admins'] },
    'token-grace': { username: 'grace', groups: ['divers', 'rowers'] },
    'token-bob': { username: 'bob', groups: ['rowers'] },
    'token-hedy': { username: 'hedy', groups: ['divers'] },
    'token-eve': { username: 'eve', orgId: 'another-organisation' },
  });
  const server = await startTestServer();
  const config = { portal: { url: portal.url, appId: 'x', adminGroupId: 'admins' } };
  await saveConfig(server.database, 'town', config, 'test');
  await saveConfig(server.database, 'open', { ...config, sharing: { anonymous: true } }, 'test');
  await saveConfig(server.database, 'stranded', { portal: { url: nowhere } }, 'test');
  return {
    server,
    portal,
    call: (method, path, { as, body, org = 'town' } = {}) =>
      fetch(`${server.url}/api/${org}/shared-maps${path}`, {
        method,
        headers: {
          ...(as && {
            authorization: `Bearer token-${as}`,
            'x-portal': org === 'stranded' ? nowhere : portal.url,
          }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    stop: async () => {
      await server.stop();
      await portal.close();
    },
  };
}
