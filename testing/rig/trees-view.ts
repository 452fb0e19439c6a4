import {
  addToServiceDefinition,
  createFeatureService,
  updateServiceDefinition,
} from '@esri/arcgis-rest-feature-service';
import { ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { addItem } from '../../server/portal/content/items/create-item.ts';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import type { ServerOptions } from '../../server/start-server.ts';
import { createPortalClient, password } from './portal-client.ts';
import { sendFormsNatively } from './native-forms.ts';
import { startTestServer } from './start-server.ts';

/** What no response about the view may contain: the name of a hidden field, its values, and those of hidden rows. */
export const secrets = ['secret', 'hush', 'Yew'];

/** A service of grace's with trees and their visits, and a view of its oaks without the field `secret`. */
export async function createTreesView(options: Partial<ServerOptions> = {}) {
  const server = await startTestServer(options);
  const restore = sendFormsNatively();
  const portal = await createPortalClient(server);
  const people: Record<string, ArcGISIdentityManager> = {};
  for (const [username, role] of [
    ['ada', 'org_admin'],
    ['grace', 'org_publisher'],
    ['piet', 'org_publisher'],
    ['linus', 'org_user'],
  ] as const) {
    await portal.addUser(username, { role });
    people[username] = await ArcGISIdentityManager.signIn({ username, password, portal: portal.root });
  }
  const as = (who: string) => ({ authentication: people[who] as ArcGISIdentityManager });
  const services = `${server.url}/server/rest/services`;
  const sourceItem = await addItem(portal.context, 'grace', {
    title: 'Trees',
    type: 'Feature Service',
    url: `${services}/Trees/FeatureServer`,
  });
  const tree = (number: number, name: string, kind: string) => ({
    properties: { name, kind, code: number, secret: `hush ${number}`, seen: `2026-01-0${number}T00:00:00Z` },
    geometry: { type: 'Point' as const, coordinates: [number * 10, 0] },
  });
  await createHostedLayer(
    { database: server.database },
    {
      serviceName: 'Trees',
      itemId: sourceItem,
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [
        {
          name: 'Trees',
          geometryType: 'esriGeometryPoint',
          editorTracking: true,
          hasAttachments: true,
          fields: [
            { name: 'name', type: 'esriFieldTypeString' },
            { name: 'kind', type: 'esriFieldTypeString' },
            { name: 'code', type: 'esriFieldTypeInteger' },
            { name: 'secret', type: 'esriFieldTypeString', defaultValue: 'hush, new' },
            { name: 'seen', type: 'esriFieldTypeDate' },
          ],
          relationships: [
            {
              id: 0,
              name: 'visits',
              relatedTableId: 1,
              cardinality: 'esriRelCardinalityOneToMany',
              role: 'esriRelRoleOrigin',
              keyField: 'code',
            },
          ],
          features: [
            tree(1, 'Oak 1', 'oak'),
            tree(2, 'Oak 2', 'oak'),
            tree(3, 'Yew 3', 'yew'),
            tree(4, 'Yew 4', 'yew'),
          ],
        },
        {
          name: 'Visits',
          fields: [
            { name: 'tree', type: 'esriFieldTypeInteger' },
            { name: 'note', type: 'esriFieldTypeString' },
          ],
          relationships: [
            {
              id: 0,
              name: 'tree',
              relatedTableId: 0,
              cardinality: 'esriRelCardinalityOneToMany',
              role: 'esriRelRoleDestination',
              keyField: 'tree',
            },
          ],
          features: [
            { properties: { tree: 1, note: 'Fine' } },
            { properties: { tree: 3, note: 'A Yew’s visit' } },
          ],
        },
      ],
    },
  );

  const ask = async (url: string, params: Record<string, unknown> = {}, who = 'grace'): Promise<any> =>
    request(url, { ...as(who), params });
  /** An empty view, as ArcGIS clients create one. */
  const createView = async (name: string, who = 'grace') =>
    createFeatureService({
      item: { name, isView: true, sourceSchemaChangesAllowed: true, isUpdatableView: true } as any,
      params: { isView: true },
      ...as(who),
    } as any);
  const layerOf = (id: number, more: object = {}) => ({
    id,
    adminLayerInfo: {
      viewLayerDefinition: { sourceServiceName: 'Trees', sourceLayerId: id, sourceLayerFields: '*' },
    },
    ...more,
  });
  const changeLayer = (name: string, id: number, updateDefinition: object, who = 'grace') =>
    ask(
      `${server.url}/server/rest/admin/services/${name}/FeatureServer/${id}/updateDefinition`,
      { updateDefinition },
      who,
    );
  return {
    server,
    portal,
    as,
    ask,
    services,
    source: `${services}/Trees/FeatureServer`,
    sourceItem,
    addressOf: (name: string) => `${services}/${name}/FeatureServer`,
    adminOf: (name: string) => `${server.url}/server/rest/admin/services/${name}/FeatureServer`,
    createView,
    layerOf,
    changeLayer,
    /** A view of the oaks: layer 0 without `secret`, editable; with the visits when asked for. */
    async createOaks(name: string, { visits = false } = {}) {
      const made = await createView(name);
      const url = made.encodedServiceURL;
      await addToServiceDefinition(url, {
        ...as('grace'),
        layers: [layerOf(0, { name: 'Oaks' })] as any,
        tables: (visits ? [layerOf(1, { name: 'Visits' })] : []) as any,
      });
      await changeLayer(name, 0, {
        viewDefinitionQuery: "kind = 'oak'",
        fields: [{ name: 'secret', visible: false }],
      });
      await updateServiceDefinition(url, {
        ...as('grace'),
        updateDefinition: { capabilities: 'Create,Delete,Query,Update,Editing' } as any,
      });
      return { url, itemId: made.serviceItemId };
    },
    /** Attaches a text to a feature of grace's layer. @throws unless it is stored */
    async attach(layer: string, objectId: number, name: string, text: string): Promise<void> {
      const form = new FormData();
      form.set('f', 'json');
      form.set('token', await as('grace').authentication.getToken(portal.root));
      form.set('attachment', new Blob([text], { type: 'text/plain' }), name);
      const response = await fetch(`${layer}/${objectId}/addAttachment`, { method: 'POST', body: form });
      const answer: any = await response.json();
      if (!answer.addAttachmentResult?.success) throw new Error(JSON.stringify(answer));
    },
    remove: (itemId: string, who = 'grace') =>
      portalCall(portal.root, `/content/users/grace/items/${itemId}/delete`, people[who]!),
    stop: async () => {
      restore();
      await server.stop();
    },
  };
}

async function portalCall(root: string, path: string, authentication: ArcGISIdentityManager): Promise<any> {
  return request(root + path, { authentication });
}

export type TreesView = Awaited<ReturnType<typeof createTreesView>>;
