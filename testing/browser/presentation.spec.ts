import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';

test.use({ quiet: true });

onEachPortal((_portal, { long }) => {
  test(
    'a visitor follows a presentation by keys and buttons, and its link opens the slide',
    long,
    async ({ page, site }) => {
      await site.openMap(page, 'Sights and monuments', '#tool=present');
      await page.getByRole('button', { name: 'Present', exact: true }).click();
      const slides = page.getByRole('region', { name: 'Presentation' });
      await expect(slides.getByRole('heading', { name: 'New centre and Bayterek' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Map tools' })).toHaveCount(0);
      await expect(page.getByRole('banner').getByRole('button', { name: /sidebar/ })).toHaveCount(0);
      await page.keyboard.press('ArrowRight');
      await expect(slides.getByRole('heading', { name: 'Old town' })).toBeVisible();
      await expect(page).toHaveURL(/view=present&slide=2#/);
      await expect(slides.getByRole('button', { name: 'Next slide' })).toBeDisabled();
      await page.reload();
      await expect(slides.getByRole('heading', { name: 'Old town' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'End presentation' })).toBeHidden();
      await expect(page.getByRole('navigation', { name: 'Map tools' })).toBeVisible();
    },
  );
});
