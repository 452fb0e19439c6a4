import type { Page } from '@playwright/test';

/**
 * The spacing that readers may choose (WCAG 1.4.12). Letters of Arabic are joined: languages without a property conform without
 * it.
 */
const spacing = `
  * { line-height: 1.5 !important; word-spacing: 0.16em !important; }
  :root:not([dir=rtl]) * { letter-spacing: 0.12em !important; }
  p { margin-block-end: 2em !important; }
`;

/** The texts that are cut off with this spacing, and were not before, of the page and not of components of the SDK. */
export async function textsCutBySpacing(page: Page): Promise<string[]> {
  const before = new Set(await page.evaluate(cutTexts));
  // Not a style element, which the security policy of the pages refuses.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, spacing);
  const after = await page.evaluate(cutTexts);
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  return after.filter((text) => !before.has(text));
}

/**
 * Texts of which a part is outside of what hides its overflow: boxes that scroll hide nothing. Runs in the page. Its letters are
 * measured rather than its lines, whose height may well be larger than that of a button.
 */
function cutTexts(): string[] {
  /** Of rounded and of letters that reach below their line. */
  const tolerance = 2;
  const cut: string[] = [];
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const element = node.parentElement;
    if (text === '' || !element || element.matches('script, style, noscript, option')) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('[inert], svg, canvas')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    // For screen readers only.
    if (box.width < 2 || box.height < 2) continue;
    for (let outer: Element | null = element; outer && outer !== document.body; outer = outer.parentElement) {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(outer);
      const clip = outer.getBoundingClientRect();
      if (clip.width <= 2 || clip.height <= 2 || clipPath !== 'none') break;
      const isCutX =
        hides(overflowX) && (box.left < clip.left - tolerance || box.right > clip.right + tolerance);
      const isCutY =
        hides(overflowY) && (box.top < clip.top - tolerance || box.bottom > clip.bottom + tolerance);
      if (isCutX || isCutY) {
        cut.push(`${outer.className || outer.localName}: “${text.slice(0, 60)}”`);
        break;
      }
      // It is scrolled into view there.
      if (scrolls(overflowX) || scrolls(overflowY) || position === 'fixed') break;
    }
  }
  return cut;
}
