import { queryFeatures } from '@esri/arcgis-rest-feature-service';
import { ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { listActs } from '../../server/platform/audit/audit-list-store.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { sendFormsNatively } from './native-forms.ts';
import { createPortalClient, password } from './portal-client.ts';
import { startTestServer } from './start-server.ts';

export const editable = 'Create,Delete,Query,Update,Editing';

/** A service of grace with three trees, and calls of it with a client that was not written here. */
export async function createTrees() {
  const server = await startTestServer();
  const restore = sendFormsNatively();
  const portal = await createPortalClient(server);
  const people: Record<string, ArcGISIdentityManager> = {};
  for (const [username, role] of [
    ['ada', 'org_admin'],
    ['grace', 'org_publisher'],
    ['linus', 'org_user'],
    ['otto', 'org_user'],
  ] as const) {
    await portal.addUser(username, { role });
    people[username] = await ArcGISIdentityManager.signIn({ username, password, portal: portal.root });
  }
  const itemId = await addItem(portal.context, 'grace', {
    title: 'Trees',
    type: 'Feature Service',
    access: 'org',
  });
  const url = `${server.url}/server/rest/services/Trees/FeatureServer`;
  const adminUrl = url.replace('/rest/', '/rest/admin/');
  const as = (who = 'grace') => ({ authentication: people[who] as ArcGISIdentityManager });
  return {
    url,
    adminUrl,
    database: server.database,
    as,
    tokenOf: async (who: string) => people[who]?.getToken(portal.root),
    stop: async () => {
      restore();
      await server.stop();
    },
    /** The service as it was published, in place of the one that tests have changed. */
    plant: () =>
      createHostedLayer(
        { database: server.database },
        {
          serviceName: 'Trees',
          itemId,
          replace: true,
          layers: [
            {
              name: 'Trees',
              geometryType: 'esriGeometryPoint',
              fields: [
                { name: 'name', type: 'esriFieldTypeString' },
                { name: 'height', type: 'esriFieldTypeInteger' },
              ],
              features: [1, 2, 3].map((number) => ({
                properties: { name: `Tree ${number}`, height: number === 3 ? null : number },
                geometry: { type: 'Point' as const, coordinates: [number, 0] },
              })),
            },
          ],
        },
      ),
    /** A call that this client has no function for; objects are sent as JSON. */
    change: async (path: string, params: Record<string, unknown> = {}, who = 'grace'): Promise<any> =>
      request(`${adminUrl}${path}`, { ...as(who), params }),
    describeLayer: async (who = 'grace'): Promise<any> => request(`${url}/0`, as(who)),
    /** Acts in the audit log that begin with a text, oldest first. */
    logged: (start: string) =>
      server.database
        .selectFrom('audit_entry')
        .select(['org_id', 'actor', 'act', 'subject', 'detail'])
        .where('act', 'like', `${start}%`)
        .orderBy('id')
        .execute(),
    /** The same by the audit page of an organisation, as its administrators read it. */
    loggedFor: (portalOrgId: string) => listActs(server.database, 'none', { portalOrgId }, 100),
    rows: async (outFields = '*'): Promise<any[]> => {
      const query: any = { url: `${url}/0`, ...as(), outFields, orderByFields: 'OBJECTID' };
      const found: any = await queryFeatures(query);
      return found.features.map(({ attributes }: any) => attributes);
    },
    edit: async (what: Record<string, unknown>, who: string): Promise<any> =>
      request(`${url}/0/applyEdits`, { ...as(who), params: { rollbackOnFailure: false, ...what } }),
  };
}
