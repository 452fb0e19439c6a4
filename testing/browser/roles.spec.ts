import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';

onEachPortal((portal, { long }) => {
  test(
    'an administrator defines a role, gives it to a person, and cannot delete it while they have it',
    long,
    async ({ page, site }) => {
      await site.arrive(page, 'administrator');
      await page.goto(`/${site.org}/administration?page=people`);
      await page.getByRole('button', { name: 'Roles', exact: true }).click();
      // An earlier attempt may have left its role.
      const name = `Surveyors ${test.info().retry}`;
      await page.getByRole('button', { name: 'New role' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('checkbox', { name: 'Features: All' }).check();
      await dialog.getByRole('button', { name: 'Create role' }).click();
      await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeVisible();

      const give = async (role: string) => {
        await page.getByRole('button', { name: 'People', exact: true }).click();
        await page.getByRole('button', { name: new RegExp(site.people.member.fullName) }).click();
        await dialog.getByRole('combobox', { name: 'Role' }).click();
        await page.getByRole('option', { name: role, exact: true }).click();
        await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveText(role);
        await dialog.getByRole('button', { name: 'Done' }).click();
        await page.getByRole('button', { name: 'Roles', exact: true }).click();
        await page.getByRole('button', { name: `Delete ${name}` }).click();
        await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      };
      await give(name);
      await expect(dialog.getByRole('alert')).toContainText(
        portal === 'embedded portal' ? 'Give them another role first' : 'Role is assigned to users.',
      );
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      // The role that the demo's publisher had: later tests publish as her.
      await give('Publisher');
      await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeHidden();
    },
  );

  test(
    'an administrator adds a person; functions of the portal’s own pages are replaced by a note',
    long,
    async ({ page, site }) => {
      const isEmbedded = portal === 'embedded portal';
      const username = `tamar${Date.now()}`;
      await site.arrive(page, 'administrator');
      await page.goto(`/${site.org}/administration?page=people`);
      await page.getByRole('button', { name: 'Add a person' }).click();
      const dialog = page.getByRole('dialog').last();
      if (isEmbedded) await dialog.getByRole('radio', { name: /^Create the account now/ }).check();
      await dialog.getByRole('textbox', { name: 'Username' }).fill(username);
      await dialog.getByRole('textbox', { name: 'Full name' }).fill('Tamar Levi');
      await dialog.getByRole('textbox', { name: 'Email' }).fill('tamar@city.example');
      await dialog.getByRole('button', { name: 'Create account' }).click();
      await expect(
        dialog.getByRole('textbox', { name: isEmbedded ? 'Link' : 'Initial password' }),
      ).toBeVisible();
      await dialog.getByRole('button', { name: 'Done' }).click();

      await page.getByRole('button', { name: new RegExp(`Levi.*${username}`) }).click();
      const own = isEmbedded ? 1 : 0;
      await expect(dialog.getByText('This portal resets passwords on its own pages.')).toHaveCount(1 - own);
      await expect(dialog.getByRole('button', { name: 'Reset password' })).toHaveCount(own);
      await expect(dialog.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(own);
      await expect(
        page.getByRole('button', { name: 'Partner organisations', includeHidden: true }),
      ).toHaveCount(own);
      await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
      await expect(dialog.getByRole('button', { name: 'Enable', exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Username' }).fill(username);
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByText('Tamar Levi was deleted.')).toBeVisible();
    },
  );
});
