import { expect, type Page } from '@playwright/test';
import { basemapCredits } from '../fakes/arcgis/credits.ts';
import { onEachPortal, test } from './each-portal.ts';
import { drawer, openIntegration } from './integration-steps.ts';
import { signInAt } from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

/** The main journeys, the same on every portal. `npm test` runs the second on the portals of Esri; the others are long. */
onEachPortal((portal, { long }) => {
  const isEmbedded = portal === 'embedded portal';
  const main = isEmbedded ? long : {};
  const openMap = async (page: Page, title: RegExp) => {
    await page.getByRole('link', { name: title }).first().click();
    await expectMapDrawn(page);
  };

  test('a visitor finds a public map in the gallery and opens it', long, async ({ page, site }) => {
    await page.goto(`/${site.org}`);
    await page
      .getByRole('link', { name: /Map gallery/ })
      .first()
      .click();
    if (isEmbedded) await page.getByRole('searchbox', { name: 'Search maps' }).fill('harbour');
    await expect(page.getByRole('link', { name: /Moorings/ })).toHaveCount(0);
    await openMap(page, /Quays of the harbour/);
    await expect(page.getByRole('banner')).toContainText('Quays of the harbour');
    await expect(page.getByRole('link', { name: 'Powered by Esri' })).toBeVisible();
    if (!isEmbedded) await expect(page.getByText(basemapCredits)).toBeVisible();
  });

  test('a member saves a map and shares it by a link', main, async ({ page, site }) => {
    await page.goto(`/${site.org}/gallery${isEmbedded ? '?q=moorings' : ''}`);
    await signInAt(page, site.people.member);
    await openMap(page, /Moorings for members/);
    if (!isEmbedded) await expect(page.getByText(basemapCredits)).toBeVisible();
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
    if (isEmbedded) await expectMapDrawn(visitor);
    else await expect(visitor.getByText('Sign in to see this.').first()).toBeVisible();
    await visitor.context().close();
  });

  test(
    'a member shares their map with everyone from their content, and with the organisation only',
    long,
    async ({ page, site }) => {
      await page.goto(`/${site.org}/content`);
      await signInAt(page, site.people.member);
      const share = async (choice: string | RegExp) => {
        await page.getByRole('button', { name: 'Actions for Moorings for members' }).click();
        await page.getByRole('menuitem', { name: 'Share' }).click();
        await page.getByRole('radio', { name: choice }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
        await expect(page.getByRole('dialog')).toBeHidden();
      };
      await share('Everyone');
      await expect.poll(() => site.accessOf('Moorings for members')).toBe('public');
      await share(/organisation/);
      await expect.poll(() => site.accessOf('Moorings for members')).toBe('org');
    },
  );

  test('an integration opens beside the map', long, async ({ page, site }) => {
    await page.goto(`/${site.org}/gallery?q=harbour`);
    await openMap(page, /Quays of the harbour/);
    await openIntegration(page, 'Street View');
    const map = page.locator('[role="application"]').first();
    await expect(page.getByText('Choose a place on the map')).toBeVisible();
    await map.click();
    await expect(drawer(page)).toBeVisible();
    await expect(map).toBeVisible();
  });

  test('members of the group administer, other members do not', long, async ({ page, site }) => {
    await page.goto(`/${site.org}/administration?page=people`);
    await signInAt(page, site.people.administrator);
    await expect(page.getByRole('button', { name: new RegExp(site.people.member.username) })).toBeVisible();
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
