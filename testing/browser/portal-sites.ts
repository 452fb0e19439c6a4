import { type BrowserContext, expect, type LaunchOptions, type Page } from '@playwright/test';
import type { Item, Person } from '../fakes/arcgis/content.ts';
import type { PortalStandIn } from '../fakes/arcgis/start.ts';
import {
  enterpriseOrganisation,
  enterprisePortal,
  startArcgisEnterprise,
} from '../fakes/arcgis-enterprise/start.ts';
import { startArcgisOnline } from '../fakes/arcgis-online/start.ts';
import { portalWebMap } from './portal-web-map.ts';
import { startStandInServer } from './stand-in-server.ts';

export interface SitePerson {
  username: string;
  fullName: string;
  password: string;
}

/** An organisation of this product on one kind of portal, with the same maps on each. */
export interface PortalSite {
  /** Its name in addresses. */
  org: string;
  origin: string;
  people: { administrator: SitePerson; member: SitePerson };
  /** A page in a new browser context. */
  openPage(record?: (context: BrowserContext) => void): Promise<Page>;
  /** A map's document in the portal. */
  documentOf(title: string): Promise<ReturnType<typeof portalWebMap>>;
  /** Saves a map's document in the portal, as another program does. */
  replaceDocument(title: string, document: object): Promise<void>;
  idOf(title: string): string;
  accessOf(title: string): Promise<Item['access']>;
  stop(): Promise<void>;
}

/** A site on a stand-in, whose switches tests can change. */
export interface StandInSite extends PortalSite {
  standIn: PortalStandIn;
  /** Address of the portal. */
  portalUrl: string;
  /** Id of the organisation in the stand-in. */
  orgId: string;
  /** URL of the first layer of a hosted service. */
  layerOf(service: string): string;
  /** URL of the style of its basemap. */
  style: string;
}

interface PortalKind {
  start(): Promise<PortalStandIn>;
  organisation: { id: string; urlKey: string; identityProvider: string };
  portal: { url: string; organisationId?: string };
  /** URL of a hosted service's layer in web maps. */
  layer(service: string): string;
  style: string;
}

const kinds: Record<'ArcGIS Online' | 'ArcGIS Enterprise', PortalKind> = {
  'ArcGIS Online': {
    start: startArcgisOnline,
    organisation: {
      id: 'harbourOrg000001',
      urlKey: 'harbour',
      identityProvider: 'login.harbour.example',
    },
    portal: { url: 'https://www.arcgis.com', organisationId: 'harbourOrg000001' },
    layer: (service) =>
      `https://services.arcgis.com/harbourOrg000001/arcgis/rest/services/${service}/FeatureServer/0`,
    style:
      'https://basemaps.arcgis.com/arcgis/rest/services/World_Basemap_v2/VectorTileServer/resources/styles/root.json',
  },
  'ArcGIS Enterprise': {
    start: startArcgisEnterprise,
    organisation: { id: enterpriseOrganisation, urlKey: '', identityProvider: 'login.city.test' },
    portal: { url: enterprisePortal },
    layer: (service) => `https://hosting.city.test/server/rest/services/Hosted/${service}/FeatureServer/0`,
    style:
      'https://gis.city.test/arcgis/rest/services/Hosted/Streets/VectorTileServer/resources/styles/root.json',
  },
};

export type PortalName = keyof typeof kinds;

/** Starts the stand-in of a portal, a server of this product on it and a browser whose requests reach both. */
export async function startPortalSite(
  name: PortalName,
  launchOptions: LaunchOptions,
  portal: object = {},
): Promise<StandInSite> {
  const kind = kinds[name];
  const standIn = await kind.start();
  const adminGroupId = fill(standIn, kind);
  const appId = 'mapping';
  const server = await startStandInServer(standIn, {
    launchOptions,
    appId,
    config: {
      title: 'Harbour City',
      portal: { ...kind.portal, appId, adminGroupId, ...portal },
      map: { extent: [4.4, 51.88, 4.56, 51.96] },
      integrations: [{ id: 'street-view', type: 'streetview', title: 'Street View' }],
    },
  });
  const itemOf = (title: string) => {
    const found = [...standIn.content.items.values()].find((item) => item.title === title);
    if (!found) throw new Error(`There is no item ${title}.`);
    return found;
  };
  return {
    org: 'harbour',
    origin: server.origin,
    people,
    standIn,
    portalUrl: kind.portal.url,
    orgId: kind.organisation.id,
    layerOf: kind.layer,
    style: kind.style,
    openPage: async (record) => (await server.newContext(record)).newPage(),
    documentOf: async (title) =>
      JSON.parse(Buffer.from(itemOf(title).data?.bytes ?? []).toString()) as ReturnType<typeof portalWebMap>,
    async replaceDocument(title, document) {
      const bytes = Buffer.from(JSON.stringify(document));
      Object.assign(itemOf(title), { data: { type: 'application/json', bytes }, modified: Date.now() });
    },
    idOf: (title) => itemOf(title).id,
    accessOf: async (title) => itemOf(title).access,
    stop: server.stop,
  };
}

const named = (username: string, fullName: string): SitePerson => ({
  username,
  fullName,
  password: 'stand-in-password',
});

export const people = {
  administrator: named('nora', 'Nora Berg'),
  member: named('piet', 'Piet Bos'),
  viewer: named('vera', 'Vera Lys'),
  /** Signs in at the organisation's identity provider. */
  ofProvider: named('ines@CITY', 'Ines Oud'),
  unlicensed: named('ulf', 'Ulf Dahl'),
  /** Of another organisation of ArcGIS Online. */
  outsider: named('eve', 'Eve Ray'),
};

/** Fills a stand-in; returns the id of the administrators' group. */
function fill(standIn: PortalStandIn, kind: PortalKind): string {
  const { content, hosted } = standIn;
  const orgId = content.addOrganisation({ ...kind.organisation, name: 'Harbour City' }).id;
  const add = (person: SitePerson, more: Partial<Person> = {}) =>
    content.addPerson({ ...person, orgId, ...more });
  add(people.administrator, { role: 'org_admin' });
  add(people.member);
  add(people.viewer, {
    role: 'org_user',
    userLicenseTypeId: 'viewerUT',
    roleId: 'iAAAAAAAAAAAAAAA',
    privileges: ['portal:user:viewOrgItems', 'portal:user:viewOrgGroups', 'portal:user:joinGroup'],
  });
  add(people.ofProvider, { fromProvider: true });
  add(people.unlicensed, { licensed: false });
  if (kind.organisation.urlKey !== '') {
    content.addOrganisation({ id: 'elsewhereOrg0001', urlKey: 'elsewhere', name: 'Elsewhere' });
    content.addPerson({ ...people.outsider, orgId: 'elsewhereOrg0001' });
  }
  hosted.push(
    {
      orgId,
      name: 'Quays',
      isPublic: true,
      points: [
        [4.48, 51.91, 'Quay 1'],
        [4.49, 51.92, 'Quay 2'],
      ],
    },
    { orgId, name: 'Moorings', isPublic: false, points: [[4.47, 51.9, 'Mooring 1']] },
  );
  const addMap = (title: string, access: Item['access'], service: string) =>
    content.addItem({
      owner: people.member.username,
      title,
      type: 'Web Map',
      typeKeywords: ['Map', 'Online Map', 'Web Map'],
      access,
      extent: [
        [4.4, 51.88],
        [4.56, 51.96],
      ],
      document: portalWebMap(service, kind.layer(service), kind.style),
    });
  addMap('Quays of the harbour', 'public', 'Quays');
  addMap('Moorings for members', 'org', 'Moorings');
  return content.addGroup({ title: 'Map administrators', owner: people.administrator.username, orgId }).id;
}

/** Goes from the user menu to the portal's page. */
export async function openPortalSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign in' }).click();
}

/** Fills the portal's page for its own accounts. */
export async function fillPortalSignIn(page: Page, { username, password }: SitePerson): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export async function expectSignedInAs(page: Page, { fullName }: SitePerson): Promise<void> {
  await expect(page.getByRole('button', { name: `Account: ${fullName}` })).toBeVisible();
}

export async function signInAt(page: Page, person: SitePerson): Promise<void> {
  await openPortalSignIn(page);
  await fillPortalSignIn(page, person);
  await expectSignedInAs(page, person);
}
