import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { test } from './steps.ts';

test('an administrator defines a role, gives it to a person, and cannot delete it while they have it', async ({
  page,
}) => {
  await arriveSignedIn(page, 'ada');
  await page.goto('/demo/administration?page=people');
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
    await page.getByRole('button', { name: /Grace Hopper/ }).click();
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: role, exact: true }).click();
    await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveText(role);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Roles', exact: true }).click();
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  };
  await give(name);
  await expect(dialog.getByRole('alert')).toContainText('Give them another role first');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The role that the demo's publisher had: later tests publish as her.
  await give('Publisher');
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeHidden();
});
