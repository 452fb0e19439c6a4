import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import {
  expectSignedInAs,
  fillPortalSignIn,
  people,
  signInAt,
  type StandInSite,
  startPortalSite,
} from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

/** A portal inside a city's network, which browsers reach and this server does not. */
test.describe('ArcGIS Enterprise that only browsers reach', () => {
  let site: StandInSite;
  let page: Page;

  test.beforeAll(async ({ launchOptions }) => {
    site = await startPortalSite('ArcGIS Enterprise', launchOptions);
    site.standIn.switches.onlyForBrowsers = true;
  });
  test.afterAll(() => site.stop());
  test.beforeEach(async () => {
    page = await site.openPage();
  });
  test.afterEach(() => page.context().close());

  const note = () => page.getByRole('note', { name: 'This server can’t verify your account' });
  const inMap = (name: string) =>
    page.getByRole('region', { name: 'Map actions' }).getByRole('button', { name, exact: true });

  test(
    'a member opens and saves a map; what this server cannot verify is left out',
    { tag: '@long' },
    async () => {
      await page.goto('/harbour/gallery');
      await signInAt(page, people.member);
      await expect(note()).toContainText('can’t reach the portal at gis.city.test');
      await page.getByRole('link', { name: /Moorings for members/ }).click();
      await expectMapDrawn(page);
      await page.getByRole('button', { name: 'Show Moorings', exact: true }).click();
      await inMap('Save').click();
      await expect(inMap('Save')).toHaveAttribute('aria-description', /^(No unsaved changes|Saved )/);
      const { operationalLayers } = await site.documentOf('Moorings for members');
      expect(operationalLayers[0]?.visibility).toBe(false);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await expect(page.getByText('Links can’t be created in this session')).toBeVisible();
      await expect(page.getByRole('button', { name: /Create (link|short address)/ })).toHaveCount(0);

      // Only this tab has the token, and no script could read the one that renews it.
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(await page.evaluate(() => Object.keys(localStorage).join(' '))).not.toContain('mapping.session');
      expect(stored).not.toContain('refresh');
      await page.goto('/harbour/content');
      await expectSignedInAs(page, people.member);
      await expect(page.getByRole('link', { name: /Moorings for members/ })).toBeVisible();
    },
  );

  test('administrators see why they cannot administer, and sign out', { tag: '@long' }, async () => {
    await page.goto('/harbour/gallery');
    await signInAt(page, people.administrator);
    await page.goto('/harbour/administration');
    await expect(page.getByText('it can’t verify your account').last()).toBeVisible();
    await page.getByRole('button', { name: /^Account: / }).click();
    await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
    const revoked = page.waitForRequest(/gis\.city\.test\/.*\/oauth2\/revokeToken/);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await revoked;
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  });

  test('a session that ends during work is continued in a window', { tag: '@long' }, async () => {
    await page.goto('/harbour/gallery');
    await signInAt(page, people.member);
    await page.getByRole('link', { name: /Moorings for members/ }).click();
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'Show Moorings', exact: true }).click();
    site.standIn.tokens.endAll(people.member.username);
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(async () => {
      if (!(await dialog.isVisible())) await inMap('Save').click({ timeout: 1000 });
      await expect(dialog).toBeVisible({ timeout: 2000 });
    }).toPass();
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await fillPortalSignIn(await opened, people.member);
    await expect(dialog).toBeHidden();
    await expectSignedInAs(page, people.member);
    await expect(note()).toBeVisible();
  });
});

test(
  'an administrator checks a portal that only browsers reach, and the operator saves it',
  { tag: '@long' },
  async ({ launchOptions }) => {
    const site = await startPortalSite('ArcGIS Online', launchOptions);
    const { content, switches } = site.standIn;
    const group = content.addGroup({
      title: 'Stewards',
      owner: people.outsider.username,
      orgId: 'elsewhereOrg0001',
    });
    switches.onlyForBrowsers = new Set(['elsewhere.maps.arcgis.com']);
    const page = await site.openPage();
    await page.goto('/harbour/administration?page=portal');
    await signInAt(page, people.administrator);
    const step = (name: string) => page.getByRole('region', { name });
    await page.getByRole('textbox', { name: 'Portal address' }).fill('https://elsewhere.maps.arcgis.com');
    await page.getByRole('textbox', { name: 'Organisation ID' }).fill('');
    await page.getByRole('combobox', { name: 'Administrators group' }).fill(group.id);
    await page.getByRole('button', { name: 'Check', exact: true }).first().click();
    await expect(step('Choose the portal').getByText(/Pages of .* may read the portal/)).toBeVisible();
    await expect(page.getByText('the other results come from this browser', { exact: false })).toBeVisible();

    await page.getByRole('button', { name: 'Sign in there to check' }).click();
    const small = page.waitForEvent('popup');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await fillPortalSignIn(await small, people.outsider);
    await expect(step('Register the application').getByText(/Redirect address accepted/)).toBeVisible();
    await expect(
      step('Choose the administrators').getByText(
        `${people.outsider.username} is in the administrators group`,
      ),
    ).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download configuration' }).click();
    const file = await (await download).path();
    expect(JSON.parse(await readFile(file, 'utf8')).portal).toMatchObject({
      url: 'https://elsewhere.maps.arcgis.com',
      adminGroupId: group.id,
    });
    // Saving it here is refused.
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').getByText(/didn’t respond/)).toBeVisible();
    await page.context().close();
    await site.stop();
  },
);
