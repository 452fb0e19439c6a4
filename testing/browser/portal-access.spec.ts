import { expect, type Page, test } from '@playwright/test';
import { enterpriseOrganisation } from '../fakes/arcgis-enterprise/start.ts';
import { resetSwitches } from '../fakes/arcgis/switches.ts';
import {
  expectSignedInAs,
  fillPortalSignIn,
  people,
  signInAt,
  type StandInSite,
  startPortalSite,
} from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

/** Portals that do not let pages of this server, or visitors, read them. */
for (const name of ['ArcGIS Online', 'ArcGIS Enterprise'] as const)
  test.describe(`access to ${name}`, { tag: '@long' }, () => {
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

    const { host } = new URL(
      name === 'ArcGIS Online' ? 'https://www.arcgis.com' : 'https://gis.city.test/portal',
    );
    const cure = () => `must add ${site.origin} under Organization > Settings > Security > Allow origins.`;

    test('for pages of this origin is missing: a visitor and a member see what to do', async () => {
      const { withoutCors } = site.standIn.switches;
      withoutCors.add(host);
      await page.goto('/harbour/gallery');
      await expect(page.getByRole('alert').first()).toContainText(cure());
      const map = `/harbour/map/wid/${site.idOf('Quays of the harbour')}`;
      await page.goto(map);
      await expect(page.getByRole('main')).toContainText(cure());

      withoutCors.clear();
      await page.goto('/harbour/gallery');
      await signInAt(page, people.member);
      withoutCors.add(host);
      await page.goto('/harbour/gallery');
      await expect(page.getByRole('alert').first()).toContainText(cure());
      await page.goto('/harbour/content');
      await expect(page.getByRole('main')).toContainText(cure());
      withoutCors.clear();
      await page.goto(map);
      await expectSignedInAs(page, people.member);
      await expectMapDrawn(page);
    });

    if (name === 'ArcGIS Online') return;
    test('for visitors is forbidden (499): a visitor is asked to sign in, and a member sees maps', async () => {
      const organisation = site.standIn.content.organisations.get(enterpriseOrganisation)!;
      organisation.access = 'private';
      site.standIn.switches.silentToVisitors = true;
      await page.goto('/harbour/gallery');
      await expect(page.getByRole('alert')).toHaveText('Sign in to see this.');
      await page.goto(`/harbour/map/wid/${site.idOf('Moorings for members')}`);
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
      await fillPortalSignIn(page, people.member);
      await expectSignedInAs(page, people.member);
      await expectMapDrawn(page);
      await page.goto('/harbour/gallery');
      await expect(page.getByRole('link', { name: /Moorings for members/ })).toBeVisible();
      organisation.access = 'public';
    });
  });
