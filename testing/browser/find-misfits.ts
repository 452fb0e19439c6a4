/** Something on a page that has too little room. */
export interface Misfit {
  /** `shortened`: with an ellipsis. */
  fault: 'shortened' | 'cut' | 'leaves its control' | 'leaves the window' | 'lies over another' | 'scrolls';
  text: string;
  place: string;
}

/**
 * The texts and controls of a page that do not fit, but for those of the SDK's components. Runs in the page, so it uses nothing
 * outside of it.
 */
export function findMisfits(): Misfit[] {
  /** Pixels of letters that lean out of their box, and of rounded sizes. */
  const tolerance = 2;
  const controls =
    'a[href], button, select, textarea, input:not([type=hidden]), summary, [role=button], [role=tab], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=option], [role=combobox]';
  const misfits: Misfit[] = [];
  const seen = new Set<string>();
  const wide = document.documentElement.clientWidth;

  const shortOf = (text: string | null | undefined) =>
    (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  const nameOf = (element: Element) =>
    shortOf(
      element.getAttribute('aria-label') ??
        element.textContent ??
        (element as Partial<HTMLInputElement>).placeholder,
    );
  const placeOf = (element: Element) => {
    const classes = [...element.classList].filter((one) => one.startsWith('Mui') && !one.includes('-size'));
    const within = element.closest('[role=dialog], [role=menu], [role=tabpanel], header, nav, form, section');
    const around =
      within && within !== element ? ` of ${within.getAttribute('role') ?? within.localName}` : '';
    return `${element.localName}${classes
      .slice(0, 2)
      .map((one) => `.${one}`)
      .join('')}${around}`;
  };
  const report = (fault: Misfit['fault'], text: string, element: Element) => {
    const misfit = { fault, text, place: placeOf(element) };
    const key = JSON.stringify(misfit);
    if (!seen.has(key)) misfits.push(misfit);
    seen.add(key);
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    // Pictures have no text, and what is inert lies behind something else.
    !element.closest('[inert], svg, canvas, iframe') &&
    ![...ancestors(element)].some(({ localName }) => /^(arcgis|calcite)-/.test(localName));
  function* ancestors(element: Element): Generator<Element> {
    for (let outer: Element | null = element; outer; outer = outer.parentElement) yield outer;
  }
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  const hasRoomToScroll = (element: Element) =>
    [...ancestors(element)].some(
      (outer) => outer !== document.documentElement && scrolls(getComputedStyle(outer).overflowX),
    );

  /** What moves as a whole: what scrolls, and what stays in sight while the rest of the page moves below it. */
  const layerOf = (element: Element) =>
    [...ancestors(element)].find((outer) => {
      const { position, overflowX, overflowY } = getComputedStyle(outer);
      return position === 'sticky' || position === 'fixed' || scrolls(overflowX) || scrolls(overflowY);
    });

  /** The element that cuts a text off, and whether it ends the text with an ellipsis. */
  const cutBy = (element: Element, box: DOMRect): { by: Element; shortens: boolean } | undefined => {
    for (const outer of ancestors(element)) {
      if (outer === document.body) return undefined;
      const style = getComputedStyle(outer);
      const { overflowX, overflowY, position, textOverflow } = style;
      const clip = outer.getBoundingClientRect();
      // For screen readers only, or a drawing of its own.
      if (clip.width <= 2 || clip.height <= 2 || style.clipPath !== 'none') return undefined;
      const clamps = style.webkitLineClamp !== 'none' && hides(overflowY);
      if (clamps && outer.scrollHeight > outer.clientHeight + tolerance) return { by: outer, shortens: true };
      if (hides(overflowX) && textOverflow === 'ellipsis' && outer.scrollWidth > outer.clientWidth)
        return { by: outer, shortens: true };
      const { left, right, top, bottom } = box;
      const isCutX = hides(overflowX) && (left < clip.left - tolerance || right > clip.right + tolerance);
      const isCutY = hides(overflowY) && (top < clip.top - tolerance || bottom > clip.bottom + tolerance);
      if (!clamps && (isCutX || isCutY))
        return { by: outer, shortens: textOverflow === 'ellipsis' && !isCutY };
      if (scrolls(overflowX) || scrolls(overflowY) || position === 'fixed') return undefined;
    }
    return undefined;
  };

  /** Whether a text leaves the control that it belongs to. Links within text have none. */
  const leavesControl = (element: Element, box: DOMRect) => {
    const control = element.closest(controls);
    if (!control || isInline(control)) return false;
    const around = control.getBoundingClientRect();
    // Lines of some scripts are higher than the control, their letters are not.
    const high = tolerance + Math.max(0, (box.height - around.height) / 2);
    return (
      box.left < around.left - tolerance ||
      box.right > around.right + tolerance ||
      box.top < around.top - high ||
      box.bottom > around.bottom + high
    );
  };
  const isInline = (element: Element) => getComputedStyle(element).display === 'inline';

  interface Line {
    element: Element;
    node: Node;
    layer: Element | undefined;
    box: DOMRect;
  }
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || shortOf(node.textContent) === '' || !isShown(element)) continue;
    if (element.matches('script, style, noscript, option, textarea')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const cut = cutBy(element, box);
    // Its tooltip shows the whole name.
    const isNamed = cut?.by.closest(controls)?.getAttribute('aria-label') === cut?.by.textContent;
    if (cut?.shortens && isNamed) continue;
    if (cut) report(cut.shortens ? 'shortened' : 'cut', shortOf(cut.by.textContent), cut.by);
    else {
      if (leavesControl(element, box)) report('leaves its control', shortOf(node.textContent), element);
      const isOut = box.right > wide + tolerance || box.left < -tolerance;
      if (isOut && !hasRoomToScroll(element)) report('leaves the window', shortOf(node.textContent), element);
    }
    const layer = layerOf(element);
    if (!cut) for (const line of range.getClientRects()) lines.push({ element, node, layer, box: line });
  }

  /** The element that is seen at the middle of what two boxes have in common, if they have more than an edge in common. */
  const seenWithin = (one: DOMRect, other: DOMRect, leastX: number, leastY: number): Element | null => {
    const left = Math.max(one.left, other.left);
    const right = Math.min(one.right, other.right);
    const top = Math.max(one.top, other.top);
    const bottom = Math.min(one.bottom, other.bottom);
    if (right - left < leastX || bottom - top < leastY) return null;
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  };
  const isOf = (hit: Element, element: Element) => element.contains(hit) || hit.contains(element);
  for (const [index, one] of lines.entries())
    for (const other of lines.slice(index + 1)) {
      if (one.node === other.node || one.layer !== other.layer) continue;
      // Lines of neighbours may touch, their letters may not.
      const hit = seenWithin(one.box, other.box, 4, Math.min(one.box.height, other.box.height) * 0.4);
      if (hit && (one.element.contains(hit) || other.element.contains(hit)))
        report('lies over another', `${nameOf(one.element)} / ${nameOf(other.element)}`, other.element);
    }

  const shown = [...document.querySelectorAll(controls)].filter(
    (control) => isShown(control) && !control.querySelector(controls) && !control.matches('[type=range]'),
  );
  for (const [index, control] of shown.entries()) {
    const box = control.getBoundingClientRect();
    const isOut = box.right > wide + tolerance || box.left < -tolerance;
    if (isOut && box.width > 2 && !hasRoomToScroll(control))
      report('leaves the window', nameOf(control), control);
    if (isInline(control)) continue;
    for (const other of shown.slice(index + 1)) {
      const its = other.getBoundingClientRect();
      const contains = (outer: DOMRect, inner: DOMRect) =>
        outer.left <= inner.left + 1 &&
        outer.right >= inner.right - 1 &&
        outer.top <= inner.top + 1 &&
        outer.bottom >= inner.bottom - 1;
      // Buttons within a field, and cards that are pressed anywhere.
      if (isInline(other) || contains(box, its) || contains(its, box)) continue;
      if (layerOf(control) !== layerOf(other)) continue;
      const field = control.closest('.MuiInputBase-root');
      if (field && field === other.closest('.MuiInputBase-root')) continue;
      const hit = seenWithin(box, its, 10, 10);
      if (hit && (isOf(hit, control) || isOf(hit, other)) && hit !== document.body)
        report('lies over another', `${nameOf(control)} / ${nameOf(other)}`, other);
    }
  }

  const context = document.createElement('canvas').getContext('2d');
  for (const input of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
    if (!context || input.value !== '' || input.placeholder === '' || !isShown(input)) continue;
    const style = getComputedStyle(input);
    if (getComputedStyle(input, '::placeholder').opacity === '0') continue;
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (context.measureText(input.placeholder).width > room + tolerance)
      report('cut', input.placeholder, input);
  }

  const over = document.documentElement.scrollWidth - wide;
  if (over > 0) report('scrolls', `by ${over} pixels`, document.body);
  return misfits;
}
