import type { Page } from '@playwright/test';

/** Smallest side of a target in pixels: of mouse pointers (WCAG 2.5.8), and of fingers (2.5.5). */
const least = { mouse: 24, finger: 44 };
/** Width below which the theme lays out for phones. */
const phones = 600;

/**
 * The controls of a page, within components of the SDK too, that are smaller than a target must be. Links within text, what is
 * disabled, and what only shows a larger control's state are none.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  const narrow = (page.viewportSize()?.width ?? phones) < phones;
  const small = await page.evaluate(measure, { ...least, usual: narrow ? least.finger : least.mouse });
  return small.filter((one) => !ofTheSdk.some((known) => one.startsWith(`target ${known}[`)));
}

/** Links in the SDK's tables of attributes, whose style sheets are closed: the accessibility statement names this limit. */
const ofTheSdk = ['arcgis-feature-fields > a'] as const;

/** Runs in the page. */
function measure({ usual, mouse }: Readonly<Record<'usual' | 'mouse', number>>): string[] {
  const roles = [
    'button',
    'link',
    'checkbox',
    'radio',
    'switch',
    'tab',
    'option',
    'slider',
    'combobox',
    'treeitem',
  ];
  const selector = [
    'a[href]',
    'button',
    'input:not([type=hidden])',
    'select',
    'summary',
    'textarea',
    '[role=separator][tabindex]',
    '.MuiChip-deleteIcon',
    '[contenteditable=true]',
    ...[...roles, 'menuitem', 'menuitemcheckbox', 'menuitemradio'].map((role) => `[role=${role}]`),
  ].join();
  const everything = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? everything(element.shadowRoot) : []),
    ]);
  const parentOf = (element: Element): Element | null =>
    element.assignedSlot ??
    element.parentElement ??
    (element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : null);
  const within = (element: Element, outer: Element) => {
    for (let one: Element | null = element; one; one = parentOf(one)) if (one === outer) return true;
    return false;
  };
  const hitAt = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y);
    for (let inner = hit; inner?.shadowRoot;) {
      inner = inner.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  /** Whether a press there is one of the control: on it, on its label, or on what contains nothing else. */
  const answers = (element: Element, x: number, y: number) => {
    const hit = hitAt(x, y);
    if (!hit) return false;
    if (within(hit, element)) return true;
    const named = (element.getAttribute('aria-labelledby') ?? '').split(' ');
    const labels = [
      ...((element as HTMLInputElement).labels ?? []),
      ...document.querySelectorAll(named.map((id) => `.MuiInputLabel-root[id="${id}"]`).join()),
    ];
    if (labels.some((label) => within(hit, label))) return true;
    const field = element.closest('.MuiInputBase-root, .MuiButtonBase-root');
    return field !== null && within(hit, field);
  };
  const isText = (element: Element) => {
    if (element.localName !== 'a' || getComputedStyle(element).display !== 'inline') return false;
    const around = element.parentElement?.textContent?.trim() ?? '';
    return around.length > (element.textContent?.trim().length ?? 0);
  };
  const small: string[] = [];
  for (const element of everything(document)) {
    if (!element.matches(selector) || element.matches(':disabled, [aria-disabled=true]')) continue;
    if (element.closest('[inert]') || (element.closest('[aria-hidden=true]') && !element.matches('svg')))
      continue;
    // The field opens wherever it is pressed.
    if (element.matches('.MuiAutocomplete-popupIndicator') || isText(element)) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    // Popups and slides of phones end above the line of credits, which is as high as a target must be.
    const side = element.matches('a[href="https://www.esri.com/"]') ? mouse : usual;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Below a dialog, or cut off: seen, and measured, when it is shown.
    if (box.width < 2 || box.height < 2 || !answers(element, x, y)) continue;
    /** How far the control answers from its middle in a direction, its pseudo-elements and labels too. */
    const reach = (dx: number, dy: number) => {
      let far = 0;
      while (far <= side && answers(element, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
      return far;
    };
    const wide = box.width >= side - 0.5 || reach(-1, 0) + reach(1, 0) >= side - 3;
    const high = box.height >= side - 0.5 || reach(0, -1) + reach(0, 1) >= side - 3;
    if (wide && high) continue;
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? '';
    const root = element.getRootNode();
    const host = root instanceof ShadowRoot ? `${root.host.localName} > ` : '';
    const size = `${Math.round(box.width)} × ${Math.round(box.height)}`;
    const role = element.getAttribute('role') ?? element.getAttribute('type') ?? '';
    small.push(`target ${host}${element.localName}[${role}] “${name}”: ${size}`);
  }
  return [...new Set(small)];
}
