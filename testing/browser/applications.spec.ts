import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { test } from './steps.ts';

test('a member registers an application and replaces its secret', { tag: '@long' }, async ({ page }) => {
  await arriveSignedIn(page, 'grace');
  await page.goto('/demo/content');
  await page.getByRole('button', { name: 'Add item' }).first().click();
  await page.getByRole('button', { name: 'Application' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Field survey');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await details.getByRole('tab', { name: 'Sign-in' }).click();
  await details.getByLabel(/Redirect addresses/).fill('https://survey.example/signed-in');
  await details.getByRole('button', { name: 'Register' }).click();
  const clientId = await details.getByLabel('Client ID').inputValue();
  const secret = await details.getByLabel('Client secret').inputValue();
  expect([clientId, secret]).toEqual([
    expect.stringMatching(/^\w{16,}$/),
    expect.stringMatching(/^[\w-]{43}$/),
  ]);

  await page.reload();
  await details.getByRole('tab', { name: 'Sign-in' }).click();
  await expect(details.getByLabel('Client ID')).toHaveValue(clientId);
  await expect(details.getByLabel('Client secret')).toHaveCount(0);
  await details.getByRole('button', { name: 'Replace secret' }).click();
  await page
    .getByRole('dialog', { name: 'Replace secret' })
    .getByRole('button', { name: 'Replace secret' })
    .click();
  await expect(details.getByLabel('Client secret')).not.toHaveValue(secret);
  await details.getByRole('button', { name: 'End registration' }).click();
  const ending = page.getByRole('dialog', { name: 'End registration' });
  await ending.getByRole('button', { name: 'End registration' }).click();
  await expect(details.getByRole('button', { name: 'Register' })).toBeVisible();
});
