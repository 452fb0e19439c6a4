import { expect, type Page, test } from '@playwright/test';
import {
  expectSignedInAs,
  fillPortalSignIn,
  openPortalSignIn,
  people,
  signInAt,
  type StandInSite,
  startPortalSite,
} from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';
import { resetSwitches } from '../fakes/arcgis/switches.ts';

let site: StandInSite;
let page: Page;

test.beforeEach(async () => {
  resetSwitches(site.standIn.switches);
  page = await site.openPage();
});
test.afterEach(() => page.context().close());

/** Opens the map for members as one of them. */
async function openMoorings(): Promise<void> {
  await page.goto('/harbour/gallery');
  await signInAt(page, people.member);
  await page.getByRole('link', { name: /Moorings for members/ }).click();
  await expectMapDrawn(page);
}

test.describe('signing in to ArcGIS Enterprise', { tag: '@long' }, () => {
  test.beforeAll(async ({ launchOptions }) => {
    site = await startPortalSite('ArcGIS Enterprise', launchOptions);
  });
  test.afterAll(() => site.stop());

  test('through the identity provider returns to the page it started from', async () => {
    await page.goto('/harbour/gallery?q=harbour');
    await openPortalSignIn(page);
    await page.getByRole('link', { name: 'Harbour City account' }).click();
    await expect(page).toHaveURL(/^https:\/\/login\.city\.test\/saml\/login/);
    await page.getByLabel('User name').fill(people.ofProvider.username);
    await page.getByLabel('Password').fill('stand-in-password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expectSignedInAs(page, people.ofProvider);
    expect(page.url()).toBe(`${site.origin}/harbour/gallery?q=harbour`);
    await page.goto('/harbour/content');
    await expect(page.getByRole('button', { name: 'Add item' }).first()).toBeVisible();
  });

  test('with terms to accept continues once they are, and is cancelled without', async () => {
    site.standIn.switches.termsToAccept.add(people.member.username);
    await page.goto('/harbour/gallery');
    await openPortalSignIn(page);
    await fillPortalSignIn(page, people.member);
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('alert')).toHaveText('Sign-in was cancelled.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await fillPortalSignIn(page, people.member);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expectSignedInAs(page, people.member);
  });

  test('without a licence for the application shows that reason', async () => {
    await page.goto('/harbour/gallery');
    await openPortalSignIn(page);
    await fillPortalSignIn(page, people.unlicensed);
    await expect(page.getByRole('alert')).toContainText('Your account isn’t licensed for this application.');
    await page.getByRole('link', { name: 'Continue without signing in' }).click();
    await expect(page.getByRole('link', { name: /Quays of the harbour/ })).toBeVisible();
  });

  test('that the portal refuses shows the portal’s own reason', async () => {
    site.standIn.switches.signInError = {
      error: 'access_denied',
      description: 'Your account has been disabled. (OAUTH_0035)',
    };
    await page.goto('/harbour/gallery');
    await openPortalSignIn(page);
    await fillPortalSignIn(page, people.member);
    await expect(page.getByRole('alert')).toContainText('Your account has been disabled.');
  });

  test('that our server cannot complete shows why', async () => {
    await page.goto('/harbour/gallery');
    await openPortalSignIn(page);
    // The browser reaches the portal, but the server, which completes the sign-in, does not.
    await page.route(/\/api\/session\/.*\/oauth2\/token/, (route) => {
      site.standIn.switches.unreachable.add('gis.city.test');
      return route.continue();
    });
    await fillPortalSignIn(page, people.member);
    await expect(page.getByRole('alert')).toContainText(
      'This server can’t reach the portal at gis.city.test',
    );
    await expect(page.getByRole('alert')).toContainText('firewall');
  });

  for (const [how, end] of [
    ['was ended elsewhere', () => site.standIn.tokens.endAll(people.member.username, { refresh: true })],
    [
      'the portal refuses to renew',
      () => {
        site.standIn.switches.refusesRefresh = true;
        site.standIn.tokens.endAll(people.member.username);
      },
    ],
  ] as const)
    test(`that ${how} asks to sign in again in place, and saves the work`, async () => {
      await openMoorings();
      const shown = page.getByRole('button', { name: 'Show Moorings', exact: true });
      const save = page
        .getByRole('region', { name: 'Map actions' })
        .getByRole('button', { name: 'Save', exact: true });
      const visible = (await shown.getAttribute('aria-pressed')) === 'true';
      await shown.click();
      end();
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      // A request of the map may be refused before that of saving.
      await expect(async () => {
        if (!(await dialog.isVisible())) await save.click({ timeout: 1000 });
        await expect(dialog).toBeVisible({ timeout: 2000 });
      }).toPass();
      site.standIn.switches.refusesRefresh = false;
      const opened = page.waitForEvent('popup');
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await fillPortalSignIn(await opened, people.member);
      await expect.poll(async () => (await opened).isClosed()).toBe(true);
      await expect(dialog).toBeHidden();
      await expect(shown).toHaveAttribute('aria-pressed', String(!visible));
      await expect(async () => {
        if (await save.isEnabled()) await save.click({ timeout: 1000 });
        const { operationalLayers } = await site.documentOf('Moorings for members');
        expect(operationalLayers[0]?.visibility).toBe(!visible);
      }).toPass();
    });

  test('is not needed to see that the portal is under maintenance', async () => {
    site.standIn.switches.maintenance = true;
    await page.goto('/harbour/gallery');
    await expect(page.getByRole('alert')).toHaveText(/temporarily unavailable/);
  });

  test('is not needed for layers that the browser keeps, which are asked for by their entity tags', async () => {
    site.standIn.switches.cacheMaxAge = 0;
    await page.goto('/harbour/gallery');
    await page.getByRole('link', { name: /Quays of the harbour/ }).click();
    await expectMapDrawn(page);
    await page.reload();
    await expectMapDrawn(page);
    expect(site.standIn.notModified.join('\n')).toContain('/Quays/FeatureServer/0');
    await expect(page.getByText('Couldn’t be loaded')).toHaveCount(0);
  });

  test('without browser access to a server names the layer that is missing', async () => {
    site.standIn.switches.withoutCors.add('hosting.city.test');
    await page.goto('/harbour/gallery');
    await page.getByRole('link', { name: /Quays of the harbour/ }).click();
    await expectMapDrawn(page);
    await expect(page.getByRole('region', { name: 'Layers' })).toContainText(
      /Couldn’t be loaded|didn’t respond/,
    );
  });
});

for (const name of ['ArcGIS Online', 'ArcGIS Enterprise'] as const)
  test.describe(`a browser that blocks third-party cookies, on ${name}`, { tag: '@long' }, () => {
    test.beforeAll(async ({ launchOptions }) => {
      const args = [...(launchOptions.args ?? []), '--test-third-party-cookie-phaseout'];
      site = await startPortalSite(name, { ...launchOptions, args }, { signIn: 'popup' });
    });
    test.afterAll(() => site.stop());

    test('signs in, opens a private map and stays signed in', async () => {
      await page.goto('/harbour/gallery');
      const small = page.waitForEvent('popup');
      await openPortalSignIn(page);
      await fillPortalSignIn(await small, people.member);
      await expectSignedInAs(page, people.member);
      await page.getByRole('link', { name: /Moorings for members/ }).click();
      await expectMapDrawn(page);
      await page.reload();
      await expectSignedInAs(page, people.member);
      await expectMapDrawn(page);
      await expect(page.getByText('Couldn’t be loaded')).toHaveCount(0);
    });
  });

test.describe('signing in to ArcGIS Online', { tag: '@long' }, () => {
  test.beforeAll(async ({ launchOptions }) => {
    site = await startPortalSite('ArcGIS Online', launchOptions, { signIn: 'popup' });
  });
  test.afterAll(() => site.stop());

  test('with an account of another organisation explains what it sees', async () => {
    await page.goto('/harbour/gallery');
    const small = page.waitForEvent('popup');
    await openPortalSignIn(page);
    await fillPortalSignIn(await small, people.outsider);
    await expectSignedInAs(page, people.outsider);
    await expect.poll(async () => (await small).isClosed()).toBe(true);
    await expect(page.getByRole('note', { name: 'Account of another organisation' })).toContainText('eve');
    // Only members create shared maps.
    await page.getByRole('link', { name: /Quays of the harbour/ }).click();
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('Only members of Harbour City share maps here')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create link' })).toHaveCount(0);
  });

  test('as a viewer offers nothing that the portal would refuse', async () => {
    await page.goto('/harbour/content');
    const small = page.waitForEvent('popup');
    await openPortalSignIn(page);
    await fillPortalSignIn(await small, people.viewer);
    await expect(page.getByText(/can view and open maps/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add item' })).toHaveCount(0);
  });

  test('in a window that the browser blocks explains what to allow', async () => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto('/harbour/gallery');
    await openPortalSignIn(page);
    await expect(page.getByText('The browser blocked the sign-in window.')).toBeVisible();
  });

  test('without a licence, in a window, shows that reason in the page', async () => {
    await page.goto('/harbour/gallery');
    const small = page.waitForEvent('popup');
    await openPortalSignIn(page);
    await fillPortalSignIn(await small, people.unlicensed);
    await expect(page.getByRole('alert')).toContainText('Your account isn’t licensed for this application.');
  });

  test('is asked for by an organisation that shows visitors nothing', async () => {
    site.standIn.content.organisations.get('harbourOrg000001')!.access = 'private';
    // Visitors of the common address have no organisation; that of the address requires a token.
    await page.route('https://www.arcgis.com/sharing/rest/portals/self?*', (route) =>
      route.request().url().includes('token=')
        ? route.continue()
        : route.fulfill({
            headers: {
              'access-control-allow-origin': site.origin,
              'access-control-allow-credentials': 'true',
            },
            json: { error: { code: 499, messageCode: 'GWM_0002', message: 'Token Required', details: [] } },
          }),
    );
    await page.goto('/harbour/gallery');
    await expect(page.getByRole('alert')).toHaveText('Sign in to see this.');
    const small = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await fillPortalSignIn(await small, people.member);
    await expectSignedInAs(page, people.member);
  });
});
