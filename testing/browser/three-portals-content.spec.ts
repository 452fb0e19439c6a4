import { expect, type Page } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { signInAt } from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

const inMap = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Map actions' }).getByRole('button', { name, exact: true });

/** What members do with maps besides the main journeys of `three-portals.spec.ts`, the same on every portal. */
onEachPortal((portal, { long }) => {
  test(
    'a member returns to a favourite map from the home page, and signs out',
    long,
    async ({ page, site }) => {
      await page.goto(`/${site.org}/gallery?q=moorings`);
      await signInAt(page, site.people.member);
      const star = page.getByRole('button', { name: 'Favourite: Moorings for members' });
      await star.click();
      await expect(star).toHaveAttribute('aria-pressed', 'true');
      await page.goto(`/${site.org}/gallery?scope=favourites`);
      await page.getByRole('link', { name: /Moorings for members/ }).click();
      await expectMapDrawn(page);
      await page.goto(`/${site.org}`);
      const home = page.getByRole('main');
      const earlier = home.getByRole('region', { name: 'Continue where you left off' });
      await expect(earlier).toContainText('Moorings for members');
      await expect(home.getByRole('region', { name: 'Integrations' }).getByRole('button')).not.toHaveCount(0);
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
    },
  );

  test('a member arranges their content', long, async ({ page, site }) => {
    const title = `Draft ${Date.now()}`;
    await page.goto(`/${site.org}/content`);
    await signInAt(page, site.people.member);
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Folder name' }).fill(title);
    await page.keyboard.press('Enter');
    await expect(page.getByText('This folder is empty.')).toBeVisible();
    await page.getByRole('button', { name: 'Add item' }).first().click();
    await page.getByRole('textbox', { name: 'Title' }).fill(`Map ${title}`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const link = page.getByRole('link', { name: `Map ${title}` });
    await expect(link).toBeVisible();
    const menu = page.getByRole('button', { name: `Actions for Map ${title}` });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit details' }).click();
    await page.getByRole('textbox', { name: 'Summary' }).fill('Made by a test.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Move' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await expect(page.getByText('This folder is empty.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(link).toBeVisible();
    await menu.click();
    const deleted = page.waitForResponse(/\/items\/[0-9a-f]+\/delete/);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(link).toBeHidden();
    // Leaving the page ends the time for undoing.
    await page.getByRole('banner').getByRole('link').first().click();
    expect(await (await deleted).json()).toMatchObject({ success: true });
  });

  test('a member saves a copy of a map, and reads the rows of its layer', long, async ({ page, site }) => {
    const title = `Copy ${Date.now()}`;
    await page.goto(`/${site.org}/gallery?q=quays`);
    await signInAt(page, site.people.member);
    await page
      .getByRole('link', { name: /Quays of the harbour/ })
      .first()
      .click();
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'More actions for Quays' }).click();
    await page.getByRole('menuitem', { name: 'Open table' }).click();
    const table = page.getByRole('region', { name: /Quays/ });
    await expect(table.getByRole('gridcell').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await inMap(page, 'Save as …').click();
    await page.getByLabel('Title').fill(title);
    await page.getByRole('button', { name: 'Save as a new map' }).click();
    await expect(page.getByRole('banner')).toContainText(title);
    await expectMapDrawn(page);
    await page.goto(`/${site.org}/content`);
    await expect(page.getByRole('link', { name: title })).toBeVisible();
  });

  test('a member comments on an item, and replies', long, async ({ page, site }) => {
    const text = `Are these all? ${Date.now()}`;
    await page.goto(`/${site.org}/gallery?q=quays`);
    await signInAt(page, site.people.member);
    const openComments = async () => {
      await page.goto(`/${site.org}/gallery?q=quays`);
      await page
        .getByRole('button', { name: /Details of Quays of the harbour/ })
        .first()
        .click();
      await page.getByRole('tab', { name: 'Comments' }).click();
    };
    await openComments();
    const details = page.getByRole('dialog', { name: 'Details' });
    await details.getByRole('textbox', { name: 'New comment' }).fill(text);
    await details.getByRole('button', { name: 'Comment', exact: true }).click();
    const comment = details.getByRole('article').filter({ hasText: text });
    await comment.getByRole('button', { name: 'Reply' }).click();
    await details.getByRole('textbox', { name: /Reply/ }).fill('Four are missing.');
    await details.getByRole('button', { name: 'Reply', exact: true }).last().click();
    const reply = comment.getByRole('paragraph').filter({ hasText: 'Four are missing.' });
    await expect(reply).toBeVisible();
    await expect(details.getByRole('textbox', { name: /Reply/ })).toBeHidden();
    await openComments();
    await expect(reply).toBeVisible();
  });

  test('an administrator sees who is in a group', long, async ({ page, site }) => {
    await page.goto(`/${site.org}/groups`);
    await signInAt(page, site.people.administrator);
    await page.getByRole('main').getByRole('listitem').first().getByRole('button').first().click();
    const members = page.getByRole('dialog').getByRole('list', { name: 'Members' });
    await expect(members.getByRole('listitem').first()).toContainText('Owner');
  });

  test('what a portal cannot do is left out', long, async ({ page, site }) => {
    await page.goto(`/${site.org}/profile`);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Username').fill(site.people.member.username);
    await page.getByLabel('Password').fill(site.people.member.password);
    await page.getByRole('button', { name: /^Sign in$/i }).click();
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
    const count = portal === 'embedded portal' ? 1 : 0;
    await expect(page.getByRole('heading', { name: 'Two-step verification' })).toHaveCount(count);
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toHaveCount(count);
  });
});
