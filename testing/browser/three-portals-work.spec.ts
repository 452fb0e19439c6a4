import { expect, type Page } from '@playwright/test';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { fillPortalSignIn } from './portal-sites.ts';
import { expectMapDrawn, panelOf } from './steps.ts';

const moorings = 'Moorings for members';

/** Working together on maps, and settings of the organisation, the same on every portal. */
const openMoorings = async (page: Page, site: JourneySite, more = '') => {
  await page.goto(`/${site.org}/map/wid/${site.idOf(moorings)}${more}`);
  await expectMapDrawn(page);
};

onEachPortal((_portal, { long }) => {
  test('a map for members asks a visitor to sign in, and opens', long, async ({ page, site }) => {
    await page.goto(`/${site.org}/map/wid/${site.idOf(moorings)}`);
    await expect(page.getByText('This map is private')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await fillPortalSignIn(page, site.people.member);
    await expectMapDrawn(page);
    await expect(page).toHaveURL(new RegExp(`/map/wid/${site.idOf(moorings)}`));
  });

  test('a member restores an earlier version of their map', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    await openMoorings(page, site);
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

  test(
    'a newer version by another person is not overwritten without confirmation',
    long,
    async ({ page, site }) => {
      await site.arrive(page, 'member');
      await openMoorings(page, site);
      const before = await site.documentOf(moorings);
      await page.getByRole('button', { name: 'Show Moorings', exact: true }).click();
      await site.replaceDocument(moorings, { ...before, theirs: true });
      await page
        .getByRole('region', { name: 'Map actions' })
        .getByRole('button', { name: 'Save', exact: true })
        .click();
      await expect(page.getByText('Someone else saved this map')).toBeVisible();
      expect(await site.documentOf(moorings)).toEqual({ ...before, theirs: true });

      await page.getByLabel('Title').fill('Saved by two, mine');
      await page.getByRole('button', { name: 'Save as a new map' }).click();
      await expect(page.getByRole('banner')).toContainText('Saved by two, mine');
      await expectMapDrawn(page);
      expect(await site.documentOf(moorings)).toEqual({ ...before, theirs: true });
      await site.replaceDocument(moorings, before);
    },
  );

  test('a link for members opens for another member, not for visitors', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    await openMoorings(page, site);
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

  test('members comment on a map and answer each other', long, async ({ page, site }) => {
    const text = `Which mooring? ${Date.now()}`;
    await site.arrive(page, 'member');
    await openMoorings(page, site, '#tool=comments');
    await panelOf(page, 'Comments')
      .getByRole('group', { name: 'Comment on' })
      .getByRole('button', { name: 'Point' })
      .click();
    await page.mouse.click(900, 400);
    await panelOf(page, 'Comments').getByRole('textbox', { name: 'Comment on the point' }).fill(text);
    await panelOf(page, 'Comments').getByRole('button', { name: 'Send' }).click();

    const other = await site.openPage();
    await site.arrive(other, 'administrator');
    await openMoorings(other, site, '#tool=comments');
    const conversation = panelOf(other, 'Comments')
      .getByRole('article', { name: 'Point' })
      .filter({ hasText: text });
    await conversation.getByRole('heading', { name: 'Point' }).click();
    await conversation.getByRole('textbox', { name: 'Reply' }).fill('The first');
    await conversation.getByRole('textbox', { name: 'Reply' }).press('Control+Enter');
    await expect(
      panelOf(page, 'Comments')
        .getByRole('paragraph')
        .filter({ hasText: /^The first$/ }),
    ).toBeVisible();
    await other.context().close();
  });

  test(
    'an administrator changes the title of the organisation, and changes it back',
    long,
    async ({ page, site }) => {
      await site.arrive(page, 'administrator');
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
    },
  );
});
