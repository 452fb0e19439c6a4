import { expect, type Page, test } from '@playwright/test';
import { basemapCredits } from '../fakes/arcgis/credits.ts';
import { drawer, openIntegration } from './integration-steps.ts';
import { startEmbeddedSite } from './embedded-site.ts';
import { type PortalSite, signInAt, startPortalSite } from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

/** The main journeys, the same on every portal. `npm test` runs the second on the portals of Esri; the others are long. */
for (const name of ['embedded portal', 'ArcGIS Online', 'ArcGIS Enterprise'] as const) {
  const main = name === 'embedded portal' ? { tag: '@long' } : {};
  const long = { tag: '@long' };

  test.describe(`on the ${name}`, () => {
    let site: PortalSite;
    let page: Page;

    test.beforeAll(async ({ launchOptions, browser, playwright, baseURL: address }) => {
      const baseURL = address ?? '';
      site =
        name === 'embedded portal'
          ? await startEmbeddedSite(browser, await playwright.request.newContext({ baseURL }), baseURL)
          : await startPortalSite(name, launchOptions);
    });
    test.afterAll(() => site.stop());
    test.beforeEach(async () => {
      page = await site.openPage();
    });
    test.afterEach(() => page.context().close());

    const go = (path: string) => page.goto(`/${site.org}${path}`);
    const openMap = async (title: RegExp) => {
      await page.getByRole('link', { name: title }).first().click();
      await expectMapDrawn(page);
    };

    test('a visitor finds a public map in the gallery and opens it', long, async () => {
      await go('');
      await page
        .getByRole('link', { name: /Map gallery/ })
        .first()
        .click();
      if (name === 'embedded portal')
        await page.getByRole('searchbox', { name: 'Search maps' }).fill('harbour');
      await expect(page.getByRole('link', { name: /Moorings/ })).toHaveCount(0);
      await openMap(/Quays of the harbour/);
      await expect(page.getByRole('banner')).toContainText('Quays of the harbour');
      await expect(page.getByRole('link', { name: 'Powered by Esri' })).toBeVisible();
      if (name !== 'embedded portal') await expect(page.getByText(basemapCredits)).toBeVisible();
    });

    test('a member saves a map and shares it by a link', main, async () => {
      await go(name === 'embedded portal' ? '/gallery?q=moorings' : '/gallery');
      await signInAt(page, site.people.member);
      await openMap(/Moorings for members/);
      if (name !== 'embedded portal') await expect(page.getByText(basemapCredits)).toBeVisible();
      const before = await site.documentOf('Moorings for members');
      await page.getByRole('button', { name: 'Show Moorings', exact: true }).click();
      const save = page
        .getByRole('region', { name: 'Map actions' })
        .getByRole('button', { name: 'Save', exact: true });
      await save.click();
      await expect(save).toHaveAttribute('aria-description', /^(No unsaved changes|Saved )/);
      const after = await site.documentOf('Moorings for members');
      expect(after.operationalLayers[0]).toEqual({ ...before.operationalLayers[0], visibility: false });
      expect(after.baseMap).toEqual(before.baseMap);

      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      const link = page.getByRole('textbox', { name: 'Link', exact: true });
      await expect(link).toHaveValue(/\/map\/sid\//);
      const visitor = await site.openPage();
      await visitor.goto(await link.inputValue());
      // The link opens for everyone; the layer of Esri's portals is for members.
      if (name === 'embedded portal') await expectMapDrawn(visitor);
      else await expect(visitor.getByText('Sign in to see this.').first()).toBeVisible();
      await visitor.context().close();
    });

    test('a member shares their map with everyone from their content', long, async () => {
      await go('/content');
      await signInAt(page, site.people.member);
      await page.getByRole('button', { name: 'Actions for Moorings for members' }).click();
      await page.getByRole('menuitem', { name: 'Share' }).click();
      await page.getByRole('radio', { name: 'Everyone' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect.poll(() => site.accessOf('Moorings for members')).toBe('public');
    });

    test('an integration opens beside the map', long, async () => {
      await go('/gallery?q=harbour');
      await openMap(/Quays of the harbour/);
      await openIntegration(page, 'Street View');
      const map = page.locator('[role="application"]').first();
      await expect(page.getByText('Choose a place on the map')).toBeVisible();
      await map.click();
      await expect(drawer(page)).toBeVisible();
      await expect(map).toBeVisible();
    });

    test('members of the group administer, other members do not', long, async () => {
      await go('/administration?page=people');
      await signInAt(page, site.people.administrator);
      await expect(page.getByRole('button', { name: new RegExp(site.people.member.username) })).toBeVisible();
      // Accounts of Esri's portals are created and disabled there.
      await expect(page.getByRole('button', { name: 'Add a person' })).toHaveCount(
        name === 'embedded portal' ? 1 : 0,
      );
      await page.getByRole('tab', { name: 'Portal' }).click();
      await expect(page.getByRole('textbox', { name: 'App ID' })).toHaveValue(/mapping/);

      const other = await site.openPage();
      await other.goto(`/${site.org}/gallery`);
      await signInAt(other, site.people.member);
      await other.goto(`/${site.org}/administration`);
      await expect(other.getByRole('heading', { name: 'Not found' })).toBeVisible();
      await other.context().close();
    });
  });
}
