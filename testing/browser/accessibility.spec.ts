import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectMapDrawn, openSignIn, test } from './steps.ts';

const pages = [
  { name: 'home', path: '/demo' },
  { name: 'gallery', path: '/demo/gallery' },
  { name: 'a new map', path: '/demo/map', map: true },
  { name: 'the accessibility statement', path: '/demo/accessibility', tag: '@long' },
  { name: 'not found', path: '/demo/nothing', tag: '@long' },
  { name: 'unknown organisation', path: '/atlantis', tag: '@long' },
];

for (const { name, path, map, tag = [] } of pages)
  test(
    `${name} has no automatically detectable accessibility violations, light and dark`,
    { tag },
    async ({ page }) => {
      await page.goto(path);
      if (map) await expectMapDrawn(page);
      else await page.waitForLoadState('networkidle');
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        expect(await faultsOf(page), theme).toEqual([]);
      }
    },
  );

test('the sign-in page has no automatically detectable accessibility violations, light and dark', async ({
  page,
}) => {
  await page.goto('/demo');
  await openSignIn(page);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await faultsOf(page), theme).toEqual([]);
  }
});

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
