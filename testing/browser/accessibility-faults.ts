import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { faintOutlines } from './outline-contrast.ts';
import { smallTargets } from './target-sizes.ts';
import { textsCutBySpacing } from './text-spacing.ts';
import { transitionsOver } from './transitions-over.ts';

/** What axe-core finds of WCAG 2.2, levels A and AA: the rule, and the elements. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // axe-core calls it experimental.
    .options({ rules: { 'css-orientation-lock': { enabled: true } } })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, any }) => target.join(' ') + contrast(any[0]?.data)).join(', ')}`,
  );
}

/** The colours that axe-core compared. */
function contrast(data: unknown): string {
  const { fgColor, bgColor, contrastRatio } = (data ?? {}) as Readonly<Record<string, unknown>>;
  return contrastRatio === undefined ? '' : ` (${[fgColor, bgColor, contrastRatio].map(String).join(', ')})`;
}

const desk = { width: 1280, height: 800 };

/** Ways to look at a screen. A window of 1280 × 1024 pixels at 400 % is 320 × 256 (WCAG 1.4.10), one of 1280 × 800 at 200 % 640 × 400. */
const looks = {
  light: { media: { colorScheme: 'light' }, size: desk },
  dark: { media: { colorScheme: 'dark' }, size: desk },
  'forced colors': { media: { colorScheme: 'light', forcedColors: 'active' }, size: desk },
  'reduced motion, 200 %': {
    media: { colorScheme: 'light', reducedMotion: 'reduce' },
    size: { width: 640, height: 400 },
  },
  '400 %': { media: { colorScheme: 'light' }, size: { width: 320, height: 256 } },
} as const;

export type Look = keyof typeof looks;
const usualLooks: readonly Look[] = ['light', 'dark', '400 %'];
export const everyLook = Object.keys(looks) as readonly Look[];

/**
 * Expects no violations in these looks, large enough controls, outlines that are seen, that narrow windows do not scroll
 * horizontally, and that a wider spacing of text cuts none off there.
 */
export async function expectAccessible(page: Page, chosen: readonly Look[] = everyLook): Promise<void> {
  expect(await faultsIn(page, chosen)).toEqual([]);
}

/** The same in the looks of every run. */
export const expectUsual = (page: Page): Promise<void> => expectAccessible(page, usualLooks);

/** The violations in these looks, each with its look. Controls that are too small are some, and texts that are cut off. */
export async function faultsIn(page: Page, chosen: readonly Look[]): Promise<string[]> {
  const faults: string[] = [];
  // One after the other, in the same page.
  /* oxlint-disable no-await-in-loop */
  for (const look of chosen) {
    const { media, size } = looks[look];
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference', ...media });
    await page.setViewportSize(size);
    await transitionsOver(page);
    faults.push(...(await faultsOf(page)).map((fault) => `${look}: ${fault}`));
    const wide = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    faults.push(...(await smallTargets(page)).map((fault) => `${look}: ${fault}`));
    if (wide !== 0) faults.push(`${look}: scrolls horizontally by ${String(wide)} pixels`);
    // Forced colours are those of the system.
    if (look === 'light' || look === 'dark')
      faults.push(...(await faintOutlines(page)).map((fault) => `${look}: ${fault}`));
    if (size.width < desk.width)
      faults.push(...(await textsCutBySpacing(page)).map((fault) => `${look}: cut by spacing: ${fault}`));
  }
  /* oxlint-enable no-await-in-loop */
  await page.setViewportSize(desk);
  return faults;
}

/** Expects no violations when the same address is opened from right to left. */
export async function expectAccessibleInArabic(page: Page, ready: () => Promise<void>): Promise<void> {
  const address = new URL(page.url());
  address.searchParams.set('lang', 'ar');
  await page.goto(address.href);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await ready();
  await expectAccessible(page);
}
