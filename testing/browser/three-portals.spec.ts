import { expect, type Page, test } from '@playwright/test';
import { expectMapDrawn } from './steps.ts';
import { people, type PortalSite, signInAt, startPortalSite } from './portal-sites.ts';

for (const name of ['ArcGIS Online', 'ArcGIS Enterprise'] as const) {
  test.describe(`on ${name}`, () => {
    test.describe.configure({ mode: 'serial' });
    let site: PortalSite;
    let page: Page;

    test.beforeAll(async ({ launchOptions }) => {
      site = await startPortalSite(name, launchOptions);
    });
    test.afterAll(() => site.stop());
    test.beforeEach(async () => {
      page = await site.openPage();
    });
    test.afterEach(() => page.context().close());

    test('a visitor finds a public map in the gallery and opens it', async () => {
      await page.goto('/harbour');
      await page
        .getByRole('link', { name: /Map gallery/ })
        .first()
        .click();
      await expect(page.getByRole('link', { name: /Moorings/ })).toHaveCount(0);
      await page.getByRole('link', { name: /Quays of the harbour/ }).click();
      await expectMapDrawn(page);
      await expect(page.getByRole('banner')).toContainText('Quays of the harbour');
    });

    test('a member saves a map and shares it by a link', async () => {
      await page.goto('/harbour/gallery');
      await signInAt(page, people.member);
      await page.getByRole('link', { name: /Moorings for members/ }).click();
      await expectMapDrawn(page);
      const before = site.documentOf('Moorings for members');
      await page.getByRole('button', { name: 'Show Moorings', exact: true }).click();
      const save = page
        .getByRole('region', { name: 'Map actions' })
        .getByRole('button', { name: 'Save', exact: true });
      await save.click();
      await expect(save).toHaveAttribute('aria-description', /^(No unsaved changes|Saved )/);
      const after = site.documentOf('Moorings for members');
      expect(after.operationalLayers[0]).toEqual({ ...before.operationalLayers[0], visibility: false });
      expect(after.baseMap).toEqual(before.baseMap);

      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      const link = page.getByRole('textbox', { name: 'Link', exact: true });
      await expect(link).toHaveValue(/\/map\/sid\//);
      const visitor = await site.openPage();
      await visitor.goto(await link.inputValue());
      // The link opens for everyone, its layer only for members.
      await expect(visitor.getByText('Sign in to see this.').first()).toBeVisible();
      await visitor.context().close();
    });
  });
}
