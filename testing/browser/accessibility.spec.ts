import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectMapDrawn, openSignIn, test } from './steps.ts';

const pages = [
  { name: 'home', path: '/demo' },
  { name: 'gallery', path: '/demo/gallery' },
  { name: 'a new map', path: '/demo/map', map: true },
  { name: 'not found', path: '/demo/nothing' },
  { name: 'unknown organisation', path: '/atlantis' },
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    for (const { name, path, map } of pages) {
      test(`${name} has no accessibility faults a program can find`, async ({ page }) => {
        await page.goto(path);
        if (map) await expectMapDrawn(page);
        else await page.waitForLoadState('networkidle');
        expect(await faultsOf(page)).toEqual([]);
      });
    }

    test('the sign-in page has no accessibility faults a program can find', async ({ page }) => {
      await page.goto('/demo');
      await openSignIn(page);
      expect(await faultsOf(page)).toEqual([]);
    });
  });
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
