import { expect, type Page, test } from '@playwright/test';
import { resetSwitches } from '../fakes/arcgis/switches.ts';
import { people, type PortalName, signInAt, type StandInSite, startPortalSite } from './portal-sites.ts';
import { portalWebMap } from './portal-web-map.ts';
import { expectMapDrawn } from './steps.ts';

const services = {
  'ArcGIS Online': 'https://tiles.arcgis.com/tiles/harbourOrg000001/arcgis/rest/services',
  'ArcGIS Enterprise': 'https://hosting.city.test/server/rest/services/Hosted',
} as const;

for (const name of ['ArcGIS Online', 'ArcGIS Enterprise'] as const satisfies readonly PortalName[])
  test.describe(`a token that ends while ${name} draws`, { tag: '@long' }, () => {
    let site: StandInSite;
    let page: Page;
    let map: string;

    test.beforeAll(async ({ launchOptions }) => {
      site = await startPortalSite(name, launchOptions);
      for (const service of site.standIn.hosted) service.count = 1_000_000;
      const moorings = await site.documentOf('Moorings for members');
      const style = `${services[name]}/MembersVector/VectorTileServer/resources/styles/root.json`;
      const tiles = [
        {
          id: 'pictures',
          layerType: 'ArcGISTiledMapServiceLayer',
          title: 'Pictures',
          url: `${services[name]}/MembersPictures/MapServer`,
        },
        { id: 'vectors', layerType: 'VectorTileLayer', title: 'Vectors', styleUrl: style },
      ];
      const document: ReturnType<typeof portalWebMap> = {
        ...moorings,
        operationalLayers: [...(tiles as typeof moorings.operationalLayers), ...moorings.operationalLayers],
      };
      const { username: owner } = people.member;
      const item = { owner, title: 'Tiles for members', type: 'Web Map', document };
      map = site.standIn.content.addItem(item).id;
    });
    test.afterAll(() => site.stop());
    test.beforeEach(async () => {
      resetSwitches(site.standIn.switches);
      page = await site.openPage();
      await page.goto('/harbour/gallery');
      await signInAt(page, people.member);
      await page.goto(`/harbour/map/wid/${map}`);
      await expectMapDrawn(page);
    });
    test.afterEach(() => page.context().close());

    for (const request of ['query', 'pictureTile', 'vectorTile'] as const)
      for (const status of [200, 498])
        test(`(${request}, refused with status ${status}) is renewed, and the map drawn`, async () => {
          const { switches, serviceRequests } = site.standIn;
          Object.assign(switches, { deadTokenStatus: status === 498 });
          switches.deadTokens[request] = 1;
          serviceRequests.length = 0;
          await page.getByRole('button', { name: 'Zoom in' }).click();
          await expect.poll(() => serviceRequests.some(({ isRefused }) => isRefused)).toBe(true);
          // What was refused is requested again, and answered.
          const unanswered = () =>
            serviceRequests.filter(
              ({ address, isRefused }) =>
                isRefused && !serviceRequests.some((other) => other.address === address && !other.isRefused),
            );
          await expect.poll(unanswered).toEqual([]);
          await expectMapDrawn(page);
          await expect(page.getByRole('dialog')).toHaveCount(0);
          const layers = page.getByRole('region', { name: 'Layers', exact: true });
          await expect(layers.getByRole('alert')).toHaveText([]);
        });

    test('asks to sign in where it cannot be renewed', async () => {
      site.standIn.switches.refusesRefresh = true;
      site.standIn.tokens.endAll(people.member.username);
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      // A request of the first drawing may be refused before the zoom, and the dialog covers the button.
      await page.getByRole('button', { name: 'Zoom in', includeHidden: true }).dispatchEvent('click');
      await expect(dialog).toBeVisible();
    });
  });
