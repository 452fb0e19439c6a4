import { expect, type Page, test } from '@playwright/test';
import { startEmbeddedSite } from './embedded-site.ts';
import { fillPortalSignIn, type PortalSite, signInAt, startPortalSite } from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

const moorings = 'Moorings for members';

/** Working together on maps, and settings of the organisation, the same on every portal. */
for (const name of ['embedded portal', 'ArcGIS Online', 'ArcGIS Enterprise'] as const)
  test.describe(`work on the ${name}`, { tag: '@long' }, () => {
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

    const openMoorings = async (more = '', reader = page) => {
      await reader.goto(`/${site.org}/map/wid/${site.idOf(moorings)}${more}`);
      await expectMapDrawn(reader);
    };
    const signedIn = async (person: 'member' | 'administrator', reader = page) => {
      await reader.goto(`/${site.org}/gallery`);
      await signInAt(reader, site.people[person]);
    };

    test('a map for members asks a visitor to sign in, and opens', async () => {
      await page.goto(`/${site.org}/map/wid/${site.idOf(moorings)}`);
      await expect(page.getByText('This map is private')).toBeVisible();
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
      await fillPortalSignIn(page, site.people.member);
      await expectMapDrawn(page);
      await expect(page).toHaveURL(new RegExp(`/map/wid/${site.idOf(moorings)}`));
    });

    test('a member restores an earlier version of their map', async () => {
      await signedIn('member');
      await openMoorings();
      const before = await site.documentOf(moorings);
      const visible = async () => (await site.documentOf(moorings)).operationalLayers[0]?.visibility;
      const shown = page.getByRole('button', { name: 'Show Moorings', exact: true });
      const save = page
        .getByRole('region', { name: 'Map actions' })
        .getByRole('button', { name: 'Save', exact: true });
      await shown.click();
      await save.click();
      await expect.poll(visible).toBe(false);
      await page.getByRole('button', { name: 'History', exact: true }).click();
      await expect(page.getByText('Layer Moorings hidden')).toBeVisible();
      await page.getByRole('button', { name: 'Restore here' }).click();
      await page.getByRole('button', { name: 'Layers', exact: true }).click();
      await expect(shown).toHaveAttribute('aria-pressed', 'true');
      await save.click();
      await expect.poll(() => site.documentOf(moorings)).toEqual(before);
    });

    test('a link for members opens for another member, not for visitors', async () => {
      await signedIn('member');
      await openMoorings();
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('combobox', { name: 'Who can open it' }).click();
      await page.getByRole('option', { name: 'Signed-in members only' }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      const link = page.getByRole('textbox', { name: 'Link', exact: true });
      await expect(link).toHaveValue(/\/map\/sid\//);
      const other = await site.openPage();
      await other.goto(await link.inputValue());
      await expect(other.getByText('This map is private')).toBeVisible();
      await other.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
      await fillPortalSignIn(other, site.people.administrator);
      await expectMapDrawn(other);
      await other.context().close();
    });

    test('members comment on a map and answer each other', async () => {
      const text = `Which mooring? ${Date.now()}`;
      const panelOf = (reader: Page) =>
        reader.locator('section').and(reader.getByRole('region', { name: 'Comments', exact: true }));
      await signedIn('member');
      await openMoorings('#tool=comments');
      await panelOf(page)
        .getByRole('group', { name: 'Comment on' })
        .getByRole('button', { name: 'Point' })
        .click();
      await page.mouse.click(900, 400);
      await panelOf(page).getByRole('textbox', { name: 'Comment on the point' }).fill(text);
      await panelOf(page).getByRole('button', { name: 'Send' }).click();

      const other = await site.openPage();
      await signedIn('administrator', other);
      await openMoorings('#tool=comments', other);
      const conversation = panelOf(other).getByRole('article', { name: 'Point' }).filter({ hasText: text });
      await conversation.getByRole('heading', { name: 'Point' }).click();
      await conversation.getByRole('textbox', { name: 'Reply' }).fill('The first');
      await conversation.getByRole('textbox', { name: 'Reply' }).press('Control+Enter');
      await expect(
        panelOf(page)
          .getByRole('paragraph')
          .filter({ hasText: /^The first$/ }),
      ).toBeVisible();
      await other.context().close();
    });

    test('an administrator changes the title of the organisation, and changes it back', async () => {
      await signedIn('administrator');
      const title = page
        .getByRole('region', { name: 'General', exact: true })
        .getByRole('textbox', { name: 'Title' });
      const change = async (text: string) => {
        await page.goto(`/${site.org}/administration?page=settings`);
        await title.fill(text);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText(/^Saved as revision/)).toBeVisible();
      };
      await page.goto(`/${site.org}/administration?page=settings`);
      await expect(title).toBeVisible();
      const before = await title.inputValue();
      await change('Harbour works');
      const visitor = await site.openPage();
      await visitor.goto(`/${site.org}`);
      await expect(visitor.getByRole('banner')).toContainText('Harbour works');
      await visitor.context().close();
      await change(before);
    });
  });
