import { withoutFinalSlash } from '../../../wire/trim-end.ts';

/** The kind of a URL, as far as it can be determined from its text. */
export type ServiceKind =
  | 'arcgis'
  | 'wms'
  | 'wmts'
  | 'wfs'
  | 'ogc-features'
  | 'tiles'
  | 'vector-style'
  | 'geojson'
  | 'kml'
  | 'csv'
  | 'cog'
  | 'picture'
  | 'file';

/**
 * The kind of service at a URL; undefined if only its response could tell.
 * @param address absolute, http or https
 */
export function serviceKind(address: string): ServiceKind | undefined {
  const url = new URL(address);
  const path = url.pathname.toLowerCase().replace(/\/$/, '');
  const parameter = (name: string) =>
    [...url.searchParams].find(([key]) => key.toLowerCase() === name)?.[1].toLowerCase() ?? '';
  const service = parameter('service');
  if (/\/(feature|map|image|vectortile|scene|3dtiles|stream)server(\/(layers\/)?\d+)?$/.test(path))
    return 'arcgis';
  if (isTemplate(address)) return 'tiles';
  if (service === 'wms' || service === 'wmts' || service === 'wfs') return service;
  if (/\/style(s\/[^/]+)?\.json$|\/resources\/styles\/root\.json$/.test(path)) return 'vector-style';
  if (path.endsWith('.geojson') || path.endsWith('.json')) return 'geojson';
  if (path.endsWith('.kml') || path.endsWith('.kmz')) return 'kml';
  if (path.endsWith('.csv')) return 'csv';
  if (/\.tiff?$/.test(path)) return 'cog';
  if (/\.(png|jpe?g|webp|gif)$/.test(path)) return 'picture';
  if (/\.(parquet|geoparquet|fgb)$/.test(path)) return 'file';
  if (/\/collections(\/[^/]+(\/items)?)?$/.test(path)) return 'ogc-features';
  if (/wmts/.test(path)) return 'wmts';
  if (/wms/.test(path)) return 'wms';
  if (/wfs/.test(path)) return 'wfs';
  return undefined;
}

/** The places of a tile in a template, as URLs encode their braces. */
const brace = /%7B(z|x|y|level|col|row|s|subDomain)%7D/gi;

/** Whether an address is that of tiles with places for their level, column and row. */
function isTemplate(address: string): boolean {
  const text = tileTemplate(address);
  return /\{(z|level)\}/i.test(text) && /\{(x|col)\}/i.test(text) && /\{(y|row)\}/i.test(text);
}

/** A template of tiles with braces as typed. */
export function tileTemplate(address: string): string {
  return address.replaceAll(brace, '{$1}');
}

/** The landing page of an OGC API, and the collection that an address names. */
export function ogcAddress(address: string): { landing: string; collection?: string } {
  const [, landing, collection] = /^([^?]*?)\/collections(?:\/([^/?]+))?/.exec(address) ?? [];
  if (landing === undefined) return { landing: withoutFinalSlash(address.replace(/\?.*/s, '')) };
  return { landing, ...(collection && { collection }) };
}

/** Completes a typed or pasted URL; undefined if it is not one. */
export function completeAddress(typed: string, origin: string): string | undefined {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return undefined;
  const candidate = text.startsWith('/')
    ? `${origin}${text}`
    : /^https?:\/\//i.test(text)
      ? text
      : `https://${text}`;
  if (!URL.canParse(candidate)) return undefined;
  const url = new URL(candidate);
  // A host without a dot is a typing error, except for localhost.
  if (!url.hostname.includes('.') && url.hostname !== 'localhost') return undefined;
  url.hash = '';
  // They would be saved with the map, and browsers reject requests with a user name in the URL.
  url.username = url.password = '';
  for (const name of Array.from(url.searchParams.keys()))
    if (/^(token|access_token|password)$/i.test(name)) url.searchParams.delete(name);
  return url.href;
}
