/**
 * Members of a web map's JSON that become the target of a link or picture (web map specification,
 * `mediaInfo.value`).
 */
const linkMembers: ReadonlySet<string> = new Set(['linkURL', 'sourceURL']);

/** A web map's JSON without link targets that would run a script or open a file; the same object when it has none. */
export function withSafeLinks<T>(json: T): T {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) {
    const cleaned = json.map((each: unknown) => withSafeLinks(each));
    return cleaned.every((each, index) => each === json[index]) ? json : (cleaned as T);
  }
  let cleaned: Record<string, unknown> | undefined;
  const whole = json as Record<string, unknown>;
  for (const [name, value] of Object.entries(json)) {
    const isBad = linkMembers.has(name) && typeof value === 'string' && !isSafeLink(value);
    const kept = isBad ? undefined : withSafeLinks(value);
    if (kept === value) continue;
    cleaned ??= { ...whole };
    if (isBad) delete cleaned[name];
    else cleaned[name] = kept;
  }
  return (cleaned as T | undefined) ?? json;
}

/**
 * Stops clicks on unsafe links below an element. Popups insert attributes later, and layers have popups of their own,
 * so a link's target is known only when it is clicked.
 * @returns a function that stops guarding
 */
export function guardLinks(element: HTMLElement): () => void {
  const stop = (event: Event) => {
    const link = event.composedPath().find(isLink);
    if (!link || isSafeLink(targetOf(link))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of clicks) element.addEventListener(type, stop, { capture: true });
  return () => {
    for (const type of clicks) element.removeEventListener(type, stop, { capture: true });
  };
}

/** `auxclick` is the middle button. */
const clicks = ['click', 'auxclick'];

function isLink(node: EventTarget): node is Element {
  return node instanceof Element && /^(a|area)$/i.test(node.localName);
}

function targetOf(link: Element): string {
  return link.getAttribute('href') ?? link.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? '';
}

const safeProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Whether an untrusted link target may be followed: web, mail and telephone addresses, and paths. A target that
 * begins with a placeholder (`{website}`) counts as a path until it is filled in.
 */
export function isSafeLink(target: string): boolean {
  // The parser ignores what browsers ignore: leading spaces, and tabs and line breaks within.
  const base = 'https://path.invalid';
  return URL.canParse(target, base) && safeProtocols.has(new URL(target, base).protocol);
}
