import IdentityManager from '@arcgis/core/identity/IdentityManager.js';
import Portal from '@arcgis/core/portal/Portal.js';
import type PortalItem from '@arcgis/core/portal/PortalItem.js';
import esriRequest from '@arcgis/core/request.js';
import { fromJSON } from '@arcgis/core/symbols/support/jsonUtils.js';
import { renderPreviewHTML } from '@arcgis/core/symbols/support/symbolUtils.js';
import { sdkError } from '../sdk/sdk-error.ts';
import type { PortalSymbol, PortalSymbolSet } from './style.ts';

/** Largest number of items read from a group. */
const maxSets = 100;

/**
 * The sets of symbols that the portal's organisation offers: web styles with two-dimensional symbols, and symbol sets
 * (https://developers.arcgis.com/rest/users-groups-and-items/portal-self/).
 */
export async function loadSymbolSets(): Promise<PortalSymbolSet[]> {
  const portal = Portal.getDefault();
  const found = new Map<string, PortalSymbolSet>();
  try {
    await portal.load();
    for (const { group, items } of groupsOf(portal.sourceJSON as PortalJson)) {
      const { results: groups } = await portal.queryGroups({ query: group, num: 1 });
      const first = groups[0];
      if (!first) continue;
      const { results } = await first.queryItems({ query: items, num: maxSets, sortField: 'title' });
      for (const { id, title } of results as PortalItem[]) if (id) found.set(id, { id, title: title ?? '' });
    }
  } catch (cause) {
    throw sdkError(cause, 'style:failed');
  }
  return [...found.values()];
}

interface PortalJson {
  '2DStylesGroupQuery'?: string;
  stylesGroupQuery?: string;
  symbolSetsGroupQuery?: string;
}

/** The groups to search. Older portals have one group for styles of both kinds. */
function groupsOf(portal: PortalJson): { group: string; items: string }[] {
  const styles = portal['2DStylesGroupQuery'] || portal.stylesGroupQuery;
  const sets = portal.symbolSetsGroupQuery;
  return [
    ...(styles ? [{ group: styles, items: 'type:"Style"' }] : []),
    ...(sets ? [{ group: sets, items: 'type:"Symbol Set" AND typekeywords:"marker"' }] : []),
  ];
}

/** The point symbols of a set. */
export async function loadPortalSymbols(id: string): Promise<PortalSymbol[]> {
  const { restUrl } = Portal.getDefault();
  const address = `${restUrl}/content/items/${id}`;
  try {
    const { data } = (await esriRequest(`${address}/data`, {
      query: { f: 'json' },
      responseType: 'json',
    })) as {
      data: unknown;
    };
    const token = IdentityManager.findCredential(address)?.token;
    return symbolsIn(data, address, token);
  } catch (cause) {
    throw sdkError(cause, 'style:failed');
  }
}

/** The symbol as JSON, which is stored in the map. */
export async function fetchPortalSymbol({ json, address }: PortalSymbol): Promise<object> {
  if (json) return json;
  try {
    const { data } = (await esriRequest(address, { query: { f: 'json' }, responseType: 'json' })) as {
      data: { type?: string };
    };
    return data.type === 'CIMSymbolReference' ? data : { type: 'CIMSymbolReference', symbol: data };
  } catch (cause) {
    throw sdkError(cause, 'style:failed');
  }
}

interface StyleItemJson {
  name?: string;
  title?: string;
  itemType?: string;
  cimRef?: string;
  tags?: unknown;
  thumbnail?: { href?: string; imageData?: string };
}

/** Reads the data of a web style or of a symbol set. */
export function symbolsIn(data: unknown, itemAddress: string, token?: string): PortalSymbol[] {
  const { items } = (data ?? {}) as { items?: unknown };
  if (Array.isArray(items))
    return (items as StyleItemJson[]).flatMap((item) => inStyle(item, itemAddress, token) ?? []);
  if (Array.isArray(data))
    return (data as PictureJson[]).flatMap((symbol, index) => inSet(symbol, index) ?? []);
  return [];
}

function inStyle(item: StyleItemJson, itemAddress: string, token?: string): PortalSymbol | undefined {
  const { name, title, itemType = 'pointSymbol', cimRef, tags, thumbnail } = item;
  const address = cimRef && absolute(cimRef, itemAddress);
  if (!name || !address || itemType !== 'pointSymbol') return undefined;
  const href = thumbnail?.href && absolute(thumbnail.href, itemAddress);
  const picture = thumbnail?.imageData
    ? `data:image/png;base64,${thumbnail.imageData}`
    : href && withToken(href, itemAddress, token);
  const words = Array.isArray(tags) ? tags.join(' ') : '';
  return { name, title: title || name, words, address, ...(picture && { picture }) };
}

/**
 * The browser requests pictures itself. A style's author chooses their addresses, so only those of the item
 * get the token.
 */
function withToken(address: string, itemAddress: string, token: string | undefined): string {
  if (!token || !address.startsWith(`${itemAddress}/`)) return address;
  const url = new URL(address);
  url.searchParams.set('token', token);
  return url.href;
}

interface PictureJson {
  type?: string;
  name?: string;
  url?: string;
  imageData?: string;
  contentType?: string;
}

function inSet(symbol: PictureJson, index: number): PortalSymbol | undefined {
  const { type, name, imageData, contentType = 'image/png', url } = symbol;
  if (type !== 'esriPMS') return undefined;
  const picture = imageData ? `data:${contentType};base64,${imageData}` : url;
  const title = name || `${index + 1}`;
  return {
    name: `${index}`,
    title,
    words: '',
    address: '',
    json: symbol,
    ...(picture && /^(https:|data:image\/)/.test(picture) && { picture }),
  };
}

/** The address of a style's part; undefined for addresses of other protocols. */
function absolute(reference: string, itemAddress: string): string | undefined {
  const base = `${itemAddress}/`;
  if (!URL.canParse(reference, base)) return undefined;
  const { href, protocol } = new URL(reference, base);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** Draws the picture of a symbol of another program. */
export async function drawSymbol(json: object, size: number): Promise<HTMLElement | undefined> {
  const symbol = fromJSON(structuredClone(json)) as Parameters<typeof renderPreviewHTML>[0] | null;
  if (!symbol) return undefined;
  return (await renderPreviewHTML(symbol, { size, maxSize: size })) ?? undefined;
}
