import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';

test.use({ quiet: true });

onEachPortal((_portal, { long, main }) => {
  test(
    'a member creates a folder and a map, moves, edits, deletes, undoes and deletes again',
    main,
    async ({ page, site }) => {
      const name = `Draft ${Date.now()}`;
      await site.arrive(page, 'member');
      await page.goto(`/${site.org}/content`);
      await page.getByRole('button', { name: 'New folder' }).click();
      await page.getByRole('textbox', { name: 'Folder name' }).fill(name);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/folder=/);
      await expect(page.getByText('This folder is empty.')).toBeVisible();

      await page.getByRole('button', { name: 'Add item' }).first().click();
      await page.getByRole('textbox', { name: 'Title' }).fill(`Map ${name}`);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByRole('link', { name: `Map ${name}` })).toBeVisible();

      const menu = page.getByRole('button', { name: `Actions for Map ${name}` });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Edit details' }).click();
      await page.getByRole('textbox', { name: 'Summary' }).fill('Made by a test.');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();

      // Moves an item and undoes it by keyboard only.
      await menu.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Move' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Move' }).press('Enter');
      await expect(page.getByText('This folder is empty.')).toBeVisible();
      const takeBack = page.getByRole('button', { name: 'Undo' });
      await expect(takeBack).toHaveAccessibleDescription(`Moved “Map ${name}”`);
      await expect(takeBack).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('link', { name: `Map ${name}` })).toBeVisible();
      await expect(page.getByRole('region', { name: 'My content' })).toBeFocused();

      // A folder that contains items cannot be deleted.
      await page.getByRole('button', { name: 'Delete folder' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByRole('alert')).toContainText('not empty');
      await page.getByRole('button', { name: 'Cancel' }).click();

      await menu.click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('link', { name: `Map ${name}` })).toBeHidden();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('link', { name: `Map ${name}` })).toBeVisible();

      await menu.click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('link', { name: `Map ${name}` })).toBeHidden();
      // Leaving the page ends the time for undoing.
      const deleted = page.waitForResponse(/\/items\/[0-9a-f]+\/delete/);
      await page.getByRole('banner').getByRole('link').first().click();
      await deleted;
      await page.goBack();
      await expect(page.getByText('This folder is empty.')).toBeVisible();
      await page.getByRole('button', { name: 'Delete folder' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page).not.toHaveURL(/folder=/);
    },
  );

  test('on a phone shows items as cards, and dialogs fit the screen', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/${site.org}/content`);
    await expect(page.getByRole('table')).toBeHidden();
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
});
