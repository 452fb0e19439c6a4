import { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import type { Database } from '../../server/platform/database/connect.ts';
import { createGroup, type GroupInput } from '../../server/portal/community/create-group.ts';
import { createPortalClient, type PortalClient } from './portal-client.ts';
import { startTestServer } from './start-server.ts';

/** ada is an administrator, grace has a public profile, linus publishes, shy has a private profile. */
export type Person = 'ada' | 'grace' | 'linus' | 'shy';

export interface CommunityRig {
  portal: PortalClient;
  database: Database;
  /** Origin of the server. */
  url: string;
  /** Options of an arcgis-rest-js call by a user; anonymous without one. */
  as(username?: Person): { authentication?: ArcGISIdentityManager; portal: string };
  session(username: Person): ArcGISIdentityManager;
  /** Calls an operation as a user; anonymous without one. */
  call(path: string, parameters?: Record<string, string>, username?: Person): Promise<Record<string, any>>;
  /** A group of linus' with shy in it by default. @returns its id */
  addGroup(more?: Partial<GroupInput>): Promise<string>;
  stop(): Promise<void>;
}

/** A server with four users, for tests of users and groups with arcgis-rest-js. */
export async function createCommunityRig(): Promise<CommunityRig> {
  const server = await startTestServer();
  const portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin', fullName: 'Ada Lovelace', email: 'ada@example.org' });
  await portal.addUser('grace', { fullName: 'Grace Hopper', email: 'grace@example.org', access: 'public' });
  await portal.addUser('linus', { role: 'org_publisher' });
  await portal.addUser('shy', { access: 'private' });
  const signIn = async (username: Person) => {
    const token = await portal.token(username);
    const tokenExpires = new Date(Date.now() + 20 * 60_000);
    return new ArcGISIdentityManager({ portal: portal.root, token, tokenExpires, username });
  };
  const sessions: Record<Person, ArcGISIdentityManager> = {
    ada: await signIn('ada'),
    grace: await signIn('grace'),
    linus: await signIn('linus'),
    shy: await signIn('shy'),
  };
  return {
    portal,
    database: server.database,
    url: server.url,
    as: (username) => ({ portal: portal.root, ...(username && { authentication: sessions[username] }) }),
    session: (username) => sessions[username],
    call: (path, parameters = {}, username) =>
      portal.call(path, username ? { ...parameters, token: sessions[username].token } : parameters),
    addGroup: (more) =>
      createGroup(portal.context, {
        title: 'Team',
        owner: 'linus',
        access: 'org',
        members: ['shy'],
        ...more,
      }),
    stop: () => server.stop(),
  };
}
