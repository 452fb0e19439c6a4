import { createItem } from '@esri/arcgis-rest-portal';
import { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import type { PortalRole } from '../../server/platform/database/tables/portal.ts';
import type { ServerOptions } from '../../server/start-server.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { sendFormsNatively } from './native-forms.ts';
import { createPortalClient, password, type PortalClient } from './portal-client.ts';
import { startTestServer } from './start-server.ts';

export const webMap = {
  version: '2.31',
  operationalLayers: [],
  baseMap: { baseMapLayers: [], title: 'None' },
};

/** The smallest PNG: one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Message codes of ArcGIS clients. */
export const codes = {
  tokenRequired: 'GWM_0002',
  forbidden: 'GWM_0003',
  noItem: 'CONT_0001',
  noGroup: 'COM_0003',
  noUser: 'COM_0018',
};

export interface ContentRig {
  portal: PortalClient;
  /** Origin of the server. */
  url: string;
  databaseUrl: string;
  /** Administrator; plain member of the group `team`; its owner; a member of no group. */
  ada: ArcGISIdentityManager;
  grace: ArcGISIdentityManager;
  linus: ArcGISIdentityManager;
  otto: ArcGISIdentityManager;
  signIn(username: string): Promise<ArcGISIdentityManager>;
  /** Undoes what administrators did to a user of `signIn`: role, disabling, second factor, sessions. */
  restore(username: string): Promise<void>;
  /** A web map, grace's by default. @returns its id */
  addMap(fields?: Record<string, unknown>, authentication?: ArcGISIdentityManager): Promise<string>;
  /** Calls an operation as a user, grace by default; `''` is anonymous. */
  call(path: string, parameters?: Record<string, string>, username?: string): Promise<Record<string, any>>;
  /** Adds the views counted since the last sweep to `numViews`. */
  storeViews(): Promise<void>;
  stop(): Promise<void>;
}

/** grace and mary publish; users not named here have the lowest role. */
const roles: Partial<Record<string, PortalRole>> = {
  ada: 'org_admin',
  grace: 'org_publisher',
  mary: 'org_publisher',
};

/** A server with four users and a private group, for tests of content with arcgis-rest-js. */
export async function createContentRig(options: Partial<ServerOptions> = {}): Promise<ContentRig> {
  const server = await startTestServer(options);
  const portal = await createPortalClient(server);
  const restoreFetch = sendFormsNatively();
  const sessions: Record<string, ArcGISIdentityManager> = {};
  const roleOf = (username: string) => roles[username] ?? 'org_user';
  const begin = async (username: string) => {
    const session = await ArcGISIdentityManager.signIn({ username, password, portal: portal.root });
    sessions[username] = session;
    return session;
  };
  const signIn = async (username: string) => {
    await portal.addUser(username, { role: roleOf(username) });
    return begin(username);
  };
  const [ada, grace, linus, otto] = [
    await signIn('ada'),
    await signIn('grace'),
    await signIn('linus'),
    await signIn('Otto'),
  ];
  await createGroup(portal.context, {
    id: 'team',
    title: 'Team',
    owner: 'linus',
    access: 'private',
    members: ['grace'],
  });
  return {
    portal,
    url: server.url,
    databaseUrl: server.databaseUrl,
    ada,
    grace,
    linus,
    otto,
    signIn,
    async restore(username) {
      await server.database
        .updateTable('portal_user')
        .set({ role: roleOf(username), role_id: null, disabled: false, second_factor_at: null })
        .where('username', '=', username)
        .execute();
      await begin(username);
    },
    async addMap(fields = {}, authentication = sessions['grace'] ?? grace) {
      const item: any = {
        title: 'Parks',
        type: 'Web Map',
        tags: ['green', 'city'],
        text: JSON.stringify(webMap),
        ...fields,
      };
      const { id } = await createItem({ item, authentication });
      return id;
    },
    async call(path, parameters = {}, username = 'grace') {
      const token = sessions[username]?.token;
      if (token === undefined && username !== '') throw new Error(`${username} is not signed in.`);
      return portal.call(path, token ? { ...parameters, token } : parameters);
    },
    storeViews: () => server.storeViews(),
    async stop() {
      restoreFetch();
      await server.stop();
    },
  };
}
