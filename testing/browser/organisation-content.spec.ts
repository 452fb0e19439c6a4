import { expect, type Page, test } from '@playwright/test';
import { basemapCredits } from '../fakes/arcgis/credits.ts';
import { basemapKey } from '../fakes/arcgis/services.ts';
import { resetSwitches } from '../fakes/arcgis/switches.ts';
import { people, type PortalName, signInAt, type StandInSite, startPortalSite } from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

/** What an organisation of Esri's portals chooses for its members: groups, basemaps, categories, formats. */
for (const name of ['ArcGIS Online', 'ArcGIS Enterprise'] as const satisfies readonly PortalName[])
  test.describe(`an organisation on ${name}`, { tag: '@long' }, () => {
    let site: StandInSite;
    let page: Page;

    test.beforeAll(async ({ launchOptions }) => {
      site = await startPortalSite(name, launchOptions);
    });
    test.afterAll(() => site.stop());
    test.beforeEach(async () => {
      resetSwitches(site.standIn.switches);
      page = await site.openPage();
    });
    test.afterEach(() => page.context().close());

    const organisation = () =>
      [...site.standIn.content.organisations.values()].find(({ name: title }) => title === 'Harbour City')!;
    const itemOf = (title: string) =>
      [...site.standIn.content.items.values()].find((item) => item.title === title)!;
    const addGroup = (title: string) =>
      site.standIn.content.addGroup({
        title,
        owner: people.administrator.username,
        orgId: organisation().id,
        access: 'public',
      });

    test('features a group on the home page, and the gallery narrows to it', async () => {
      const group = addGroup('Harbour maps');
      itemOf('Quays of the harbour').groups.push(group.id);
      organisation().featuredGroups = [{ title: group.title, owner: group.owner }];
      await page.goto('/harbour');
      await signInAt(page, people.member);
      const featured = page.getByRole('region', { name: 'Featured maps' });
      await expect(featured.getByRole('link', { name: /Quays of the harbour/ })).toBeVisible();
      await expect(featured.getByRole('link', { name: /Moorings for members/ })).toHaveCount(0);

      await page.goto('/harbour/gallery?scope=group');
      await page.getByRole('combobox', { name: 'Group' }).click();
      await page.getByRole('option', { name: 'Harbour maps' }).click();
      await expect(page).toHaveURL(new RegExp(`group=${group.id}`));
      await expect(page.getByRole('link', { name: /Quays of the harbour/ })).toBeVisible();
      await expect(page.getByRole('link', { name: /Moorings for members/ })).toHaveCount(0);
    });

    test('filters the gallery by its categories', async () => {
      organisation().categorySchema = [
        {
          title: 'Categories',
          categories: [{ title: 'Water', categories: [{ title: 'Quays' }] }, { title: 'Roads' }],
        },
      ];
      itemOf('Quays of the harbour').categories = ['/Categories/Water/Quays'];
      await page.goto('/harbour/gallery');
      await signInAt(page, people.member);
      const choose = async (category: string) => {
        await page.getByRole('combobox', { name: 'Category' }).click();
        await page.getByRole('option', { name: category, exact: true }).click();
      };
      await page.getByRole('button', { name: 'Filters' }).click();
      await choose('Roads');
      await expect(page.getByRole('link', { name: /Quays of the harbour/ })).toHaveCount(0);
      // With what is in its own categories.
      await choose('Water');
      await expect(page.getByRole('link', { name: /Quays of the harbour/ })).toBeVisible();
      await expect(page.getByRole('link', { name: /Moorings for members/ })).toHaveCount(0);
    });

    test('uses the region, units and formats of the account', async () => {
      const member = site.standIn.content.people.get(people.member.username)!;
      Object.assign(member, { culture: 'nl', cultureFormat: 'nl', region: 'NL', units: 'metric' });
      await page.goto('/harbour/gallery');
      await signInAt(page, people.member);
      await page.goto('/harbour/profile');
      await expect(page.getByRole('combobox', { name: 'Region' })).toHaveText('Netherlands');
      await expect(page.getByRole('combobox', { name: 'Units' })).toHaveText('Metric');
      await page.goto('/harbour/map');
      await expectMapDrawn(page);
      await expect(page.getByText(/^[\d.,]+ k?m$/).first()).toBeVisible();
    });

    /** Adds a group of one basemap, which the organisation offers from now on. */
    async function offerBasemaps(title: string): Promise<void> {
      const group = addGroup(title);
      organisation().basemapGroupQuery = `title:"${title}" AND owner:${group.owner}`;
      const { baseMap, version } = await site.documentOf('Quays of the harbour');
      site.standIn.content.addItem({
        owner: group.owner,
        title: 'Plan of the harbour',
        type: 'Web Map',
        access: 'org',
        groups: [group.id],
        document: { version, baseMap: { ...baseMap, title: 'Plan of the harbour' } },
      });
    }

    test('offers its group of basemaps also where a key draws basemap styles', async () => {
      await offerBasemaps('Basemaps beside a key');
      await page.route('**/api/harbour/config', async (route) => {
        const response = await route.fetch();
        const config = (await response.json()) as { map: object };
        await route.fulfill({ response, json: { ...config, map: { ...config.map, basemapKey } } });
      });
      await page.goto('/harbour/gallery');
      await signInAt(page, people.member);
      await page.goto('/harbour/map');
      await expectMapDrawn(page);
      await page.getByRole('button', { name: 'Basemap', exact: true }).click();
      const chooser = page.getByRole('region', { name: 'Basemap', exact: true });
      await expect(chooser.getByText('Plan of the harbour')).toBeVisible();
    });

    test('offers its group of basemaps, and starts new maps with its default', async () => {
      await offerBasemaps('Harbour basemaps');
      await page.goto('/harbour/gallery');
      await signInAt(page, people.member);
      const drawn = page.waitForResponse(/VectorTileServer\/resources\/styles/);
      await page.goto('/harbour/map');
      await expectMapDrawn(page);
      await expect(page.getByText(basemapCredits, { exact: true })).toBeVisible();
      expect(new URL((await drawn).url()).pathname).toContain(
        name === 'ArcGIS Online' ? 'World_Basemap_v2' : 'Hosted/Streets',
      );
      await page.getByRole('button', { name: 'Basemap', exact: true }).click();
      const chooser = page.getByRole('region', { name: 'Basemap', exact: true });
      await chooser.getByText('Plan of the harbour').click();
      await expect(page.getByRole('button', { name: /^Undo: .*basemap/i })).toBeVisible();
      await expect(chooser.getByRole('alert')).toHaveCount(0);
    });

    test('in read-only mode is offered no change', async () => {
      site.standIn.switches.readOnly = true;
      await page.goto('/harbour/content');
      await signInAt(page, people.member);
      await expect(page.getByText('The portal is read-only for the moment', { exact: false })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add item' })).toHaveCount(0);
    });
  });
