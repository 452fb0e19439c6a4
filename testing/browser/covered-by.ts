import { expect, type Locator } from '@playwright/test';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The names of the elements of which a tooltip hides a part. */
export async function coveredBy(tooltip: Locator, elements: Locator): Promise<string[]> {
  // It is in the page before it is at its place.
  await expect(tooltip).toHaveAttribute('data-popper-placement');
  const shown = await tooltip.boundingBox();
  if (!shown) throw new Error('There is no tooltip.');
  const boxes = await elements.evaluateAll((all) =>
    all.flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return width > 0 ? [{ x, y, width, height, name }] : [];
    }),
  );
  return boxes.filter((box) => overlap(shown, box)).map(({ name }) => name);
}
