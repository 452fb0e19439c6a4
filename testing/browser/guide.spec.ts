import { expect } from '@playwright/test';
import { test } from './steps.ts';

test(
  'the tour of the home page goes from part to part by keyboard, and is not marked as new again',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo');
    const account = page.getByRole('button', { name: 'Account', exact: true });
    await expect(account).toHaveAttribute('aria-description', 'Has something new');
    await account.click();
    await page.getByRole('menuitem', { name: 'Tour of this page' }).click();
    const card = page.getByRole('dialog');
    await expect(card.getByRole('heading', { name: 'Start here' })).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).press('Enter');
    await expect(card.getByRole('heading', { name: 'Maps and integrations' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toHaveCount(0);
    await page.reload();
    await expect(account).toBeVisible();
    await expect(account).not.toHaveAttribute('aria-description');

    await account.click();
    await page.getByRole('menuitem', { name: 'What’s new' }).click();
    await expect(page.getByRole('dialog', { name: 'What’s new' })).toContainText('Version 0.1.0');
  },
);
