import { expect, type Page, test } from '@playwright/test';
import { resetSwitches } from '../fakes/arcgis/switches.ts';
import {
  fillPortalSignIn,
  people,
  signInAt,
  openPortalSignIn,
  expectSignedInAs,
  type StandInSite,
  startPortalSite,
} from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

/** What an organisation of ArcGIS Online sets for itself, and what it asks of its members. */
let site: StandInSite;
let page: Page;

test.beforeAll(async ({ launchOptions }) => {
  site = await startPortalSite('ArcGIS Online', launchOptions, { url: 'https://harbour.maps.arcgis.com' });
});
test.afterAll(() => site.stop());
test.beforeEach(async () => {
  resetSwitches(site.standIn.switches);
  Object.assign(organisation(), { access: 'public', canSharePublic: true, commentsEnabled: true });
  page = await site.openPage();
});
test.afterEach(() => page.context().close());

const organisation = () => site.standIn.content.organisations.get('harbourOrg000001')!;

test(
  'an organisation that forbids sharing with everyone: that choice is left out, with the reason',
  { tag: '@long' },
  async () => {
    organisation().canSharePublic = false;
    await page.goto('/harbour/content');
    await signInAt(page, people.member);
    await page.getByRole('button', { name: 'Actions for Moorings for members' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Your organisation doesn’t allow sharing with everyone.')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Everyone' })).toHaveCount(0);
    await expect(dialog.getByRole('radio', { name: /organisation/ })).toBeVisible();
  },
);

test(
  'an organisation without comments: they, their number and that of ratings are left out',
  { tag: '@long' },
  async () => {
    const openDetails = async () => {
      await page.goto('/harbour/gallery');
      await page.getByRole('button', { name: /Details of Quays of the harbour/ }).click();
      await expect(page.getByText('Views', { exact: true })).toBeVisible();
    };
    await openDetails();
    const number = page.getByRole('term').filter({ hasText: /^(Comments|Rating)$/ });
    const tab = page.getByRole('tab', { name: 'Comments' });
    await expect(number.first()).toBeVisible();
    await expect(tab).toBeVisible();
    organisation().commentsEnabled = false;
    await openDetails();
    await expect(number).toHaveCount(0);
    await expect(tab).toHaveCount(0);
  },
);

test('an organisation that shows visitors nothing asks to sign in', { tag: '@long' }, async () => {
  organisation().access = 'private';
  await page.goto('/harbour/gallery');
  await expect(page.getByRole('alert')).toHaveText('Sign in to see this.');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await fillPortalSignIn(page, people.member);
  await expectSignedInAs(page, people.member);
  await expect(page.getByRole('link', { name: /Moorings for members/ })).toBeVisible();
});

test('the organisation’s identity provider, and terms to accept', { tag: '@long' }, async () => {
  site.standIn.switches.termsToAccept.add(people.ofProvider.username);
  await page.goto('/harbour/gallery');
  await openPortalSignIn(page);
  await page.getByRole('link', { name: 'Harbour City account' }).click();
  await expect(page).toHaveURL(/^https:\/\/login\.harbour\.example\//);
  await page.getByLabel('User name').fill(people.ofProvider.username);
  await page.getByLabel('Password').fill('stand-in-password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expectSignedInAs(page, people.ofProvider);
});

test(
  'a service whose responses browsers keep for an hour does not keep a map from changing',
  { tag: '@long' },
  async () => {
    site.standIn.switches.cacheMaxAge = 3600;
    await page.goto('/harbour/gallery');
    await page.getByRole('link', { name: /Quays of the harbour/ }).click();
    await expectMapDrawn(page);
    await page.goto('/harbour/gallery');
    await signInAt(page, people.member);
    await page.getByRole('link', { name: /Moorings for members/ }).click();
    await expectMapDrawn(page);
    await page.goto('/harbour/gallery');
    await page.getByRole('link', { name: /Quays of the harbour/ }).click();
    await expectMapDrawn(page);
    const shown = page.getByRole('button', { name: 'Show Quays', exact: true });
    const actions = page.getByRole('region', { name: 'Map actions' });
    const visible = (await shown.getAttribute('aria-pressed')) === 'true';
    await shown.click();
    const save = actions.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect(save).toHaveAttribute('aria-description', /^(No unsaved changes|Saved )/);
    const { operationalLayers } = await site.documentOf('Quays of the harbour');
    expect(operationalLayers[0]?.visibility).toBe(!visible);

    // The visitor again: what was kept is not what the map has become.
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
    await page.goto('/harbour/gallery');
    await page.getByRole('link', { name: /Quays of the harbour/ }).click();
    await expectMapDrawn(page);
    await expect(page.getByRole('button', { name: 'Show Quays', exact: true })).toHaveAttribute(
      'aria-pressed',
      String(!visible),
    );
  },
);
