import { isHostSource } from './map-hosts.ts';
import { trimEnd } from './trim-end.ts';

/** The placeholders of a URL template. There is none for a secret, because URLs end up in logs. */
const tokens = ['lat', 'lng', 'x', 'y', 'wkid', 'zoom', 'heading', 'lang'] as const;

/** Values for a template: degrees, the map's own coordinates, zoom level, degrees from north, BCP 47 tag. */
export interface TemplateValues {
  lat: number;
  lng: number;
  x: number;
  y: number;
  wkid: number;
  zoom: number;
  heading?: number | undefined;
  lang: string;
}

/** The values of a template that does not depend on the location. */
export const withoutLocation = { lat: 0, lng: 0, x: 0, y: 0, wkid: 0, zoom: 0 } as const;

const token = /\{([^{}]*)\}/g;

/**
 * The errors in a template, as sentences that say what to do; empty if it is valid. A URL starts with https:// (or
 * http:// on localhost, during development) or is a path of this server; placeholders come after the host.
 */
export function templateFaults(template: string): string[] {
  const faults = [...template.matchAll(token)]
    .map(([whole, name = '']) => ({ whole, known: (tokens as readonly string[]).includes(name) }))
    .filter(({ known }) => !known)
    .map(({ whole }) => `${whole} is not known. Use ${tokens.map((name) => `{${name}}`).join(' ')}.`);
  if (template.replaceAll(token, '').match(/[{}]/)) faults.push('A { or } has no partner.');
  if (isPath(template)) return faults;
  const filled = template.replaceAll(token, '1');
  if (!URL.canParse(filled) || !isAllowedOrigin(new URL(filled)))
    return [...faults, 'Enter a URL that starts with https://, or a path of this server.'];
  const { username, password, origin } = new URL(filled);
  if (username || password) faults.push('Remove the username and password from the URL.');
  // Policies name the origin, which may otherwise contain what ends a directive.
  if (!isHostSource(origin)) faults.push('Enter a host name of letters, digits, hyphens and dots.');
  // A host of digits is an IPv4 address, and may be none with another digit.
  const other = template.replaceAll(token, '2');
  if (!URL.canParse(other) || new URL(other).origin !== origin)
    faults.push('Put placeholders after the host name, not inside it.');
  return faults;
}

/** Fills a template. Every value is encoded; degrees have seven decimals, coordinates two, always with a decimal point. */
export function fillTemplate(template: string, values: TemplateValues): string {
  const texts: Record<(typeof tokens)[number], string> = {
    lat: plain(values.lat, 7),
    lng: plain(values.lng, 7),
    x: plain(values.x, 2),
    y: plain(values.y, 2),
    wkid: String(values.wkid),
    zoom: plain(values.zoom, 2),
    heading: String(Number(plain(values.heading ?? 0, 1)) % 360),
    lang: values.lang,
  };
  return template.replaceAll(token, (whole, name: string) =>
    Object.hasOwn(texts, name) ? encodeURIComponent(texts[name as keyof typeof texts]) : whole,
  );
}

/** Whether a URL depends on the location. */
export function hasTokens(template: string): boolean {
  return /\{(lat|lng|x|y)\}/.test(template);
}

/** The origin of a template's pages; `own` for a path of this server. Origins contain no placeholders. */
export function templateOrigin(template: string, own: string): string {
  return isPath(template) ? own : new URL(template.replaceAll(token, '1')).origin;
}

function isPath(template: string): boolean {
  return /^\/(?![\s/\\])/.test(template);
}

/** https, or localhost during development. */
function isAllowedOrigin({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(hostname));
}

/** A number without exponent and trailing zeros. */
function plain(value: number, digits: number): string {
  // Not converted back to a number: String(1e-7) has an exponent.
  const text = trimEnd(trimEnd(value.toFixed(digits), '0'), '.');
  return text === '-0' ? '0' : text;
}
