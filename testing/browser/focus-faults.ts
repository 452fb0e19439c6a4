import { expect, type Locator, type Page } from '@playwright/test';

/**
 * What hides the focused element, in words; empty for nothing. Its middle must be in the visible part of each box that
 * scrolls around it, and be drawn on top there. Of an element higher or wider than such a box, the middle of the visible part
 * counts. Runs in the page.
 */
function hiddenFocus(): string[] {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body || element.getAttribute('role') === 'application') return [];
  const outer = (one: Node): Node | null =>
    (one as Element).assignedSlot ?? one.parentNode ?? (one as ShadowRoot).host ?? null;
  const isWithin = (one: Node | null, other: Node): boolean => {
    for (let each = one; each; each = outer(each)) if (each === other) return true;
    return false;
  };
  const box = element.getBoundingClientRect();
  // Inputs that only screen readers see have a pixel; their label is what others see.
  if (box.width < 2 || box.height < 2) return [];
  const name =
    element.getAttribute('aria-label') ??
    (element.textContent.trim().slice(0, 40) || element.outerHTML.slice(0, 80));
  let { left, top, right, bottom } = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let each = outer(element); each; each = outer(each)) {
    if (!(each instanceof Element) || each === document.documentElement || each === document.body) continue;
    const { overflowX, overflowY } = getComputedStyle(each);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    const clip = each.getBoundingClientRect();
    [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
    [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
  }
  const middle = (from: number, to: number, low: number, high: number) =>
    to - from > high - low ? (Math.max(from, low) + Math.min(to, high)) / 2 : (from + to) / 2;
  const [x, y] = [middle(box.left, box.right, left, right), middle(box.top, box.bottom, top, bottom)];
  if (x < left || x > right || y < top || y > bottom) return [`${name}: outside of its box`];
  let at = document.elementFromPoint(x, y);
  while (at?.shadowRoot) {
    const inner = at.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === at) break;
    at = inner;
  }
  // A label covers its own control, as that of a switch.
  const label = at?.closest('label');
  if (isWithin(at, element) || (label && isWithin(element, label))) return [];
  return [`${name}: covered by ${at?.className || at?.tagName}`];
}

/** Presses Tab and Shift+Tab within a box until each control had the focus from both sides. @returns what was hidden */
export async function hiddenFocuses(page: Page, box: Locator, most = 60): Promise<string[]> {
  const hidden = new Set<string>();
  let stops = 0;
  /* oxlint-disable no-await-in-loop -- one after the other */
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stop = 0; stop < most; stop++) {
      await page.keyboard.press(key);
      const isInside = await box.evaluate((element) => element.contains(document.activeElement));
      if (!isInside) {
        // Back for the other direction.
        if (stop > 0) break;
        continue;
      }
      stops += 1;
      for (const each of await page.evaluate(hiddenFocus)) hidden.add(`${key}: ${each}`);
    }
  /* oxlint-enable no-await-in-loop */
  expect(stops, 'controls that had the focus').toBeGreaterThan(2);
  return [...hidden];
}
