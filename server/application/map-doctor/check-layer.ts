import type { CheckedLayer } from '../../../wire/map-check.ts';
import { limits } from '../../limits.ts';
import { type FetchedResponse, ForbiddenAddress } from './fetch-address.ts';
import { OutOfTime } from './check-round.ts';
import type { DocumentLayer } from '../../platform/documents/read-map.ts';
import { isSupported } from './layers-of.ts';

/** Requests one URL: `fetchAddress` with its options and the limits of its host. */
export type Ask = (address: string) => Promise<FetchedResponse>;

/**
 * Checks how a layer responds to an anonymous visitor.
 * @param address makes the URL of a layer that names an item; undefined when there is nothing to request
 */
export async function checkLayer(
  layer: DocumentLayer,
  ask: Ask,
  address: (layer: DocumentLayer) => string | undefined,
): Promise<CheckedLayer> {
  const { title } = layer;
  if (!isSupported(layer.layerType)) return { title, state: 'unsupported' };
  try {
    const url = address(layer);
    if (!url || !URL.canParse(url)) return { title, state: layer.url ? 'dead' : 'unchecked' };
    const response = await ask(requestUrl(url));
    return { title, state: stateOf(response), milliseconds: response.milliseconds };
  } catch (error) {
    const isUnknown = error instanceof ForbiddenAddress || error instanceof OutOfTime;
    return { title, state: isUnknown ? 'unchecked' : 'dead' };
  }
}

/** The URL to request: the JSON description of an ArcGIS service, or the first tile of a URL template. */
export function requestUrl(address: string): string {
  const url = new URL(
    address
      .replace(/\{(level|z|row|y|col|x)\}/gi, '0')
      .replace(/%7B(level|z|row|y|col|x)%7D/gi, '0')
      .replace(/\{(subDomain|s)\}/gi, 'a')
      .replace(/%7B(subDomain|s)%7D/gi, 'a'),
  );
  // A token saved in a map belongs to its author and is not used.
  url.searchParams.delete('token');
  url.hash = '';
  if (
    /\/(Feature|Map|Image|VectorTile|Scene|Stream)Server(\/|$)/i.test(url.pathname) &&
    !/\.\w+$/.test(url.pathname)
  ) {
    url.searchParams.set('f', 'json');
  }
  return url.href;
}

const signInCodes = [401, 403, 498, 499];

/** What a response means. ArcGIS servers report errors in the body of a 200 (docs/arcgis-protocol.md#errors). */
export function stateOf({ status, body, milliseconds }: FetchedResponse): CheckedLayer['state'] {
  const code = errorCode(body) ?? status;
  if (signInCodes.includes(code)) return 'sign-in';
  if (code >= 400 || code < 200) return 'dead';
  return milliseconds > limits.mapCheckSlowMilliseconds ? 'slow' : 'ok';
}

function errorCode(body: Uint8Array): number | undefined {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString(
    'utf8',
    0,
    limits.mapCheckBytes,
  );
  // The body may be truncated, so it is not parsed as JSON: an error is a small document that begins with `error`.
  const code = /^\s*\{\s*"error"\s*:\s*\{[^{}]*?"code"\s*:\s*(\d{1,4})/.exec(text)?.[1];
  return code === undefined ? undefined : Number(code);
}

/**
 * Checks the layers of a web map.
 * @param layers undefined: the document could not be read, which is reported as the map's only problem
 */
export async function checkLayers(
  layers: readonly DocumentLayer[] | undefined,
  ask: Ask,
  address: (layer: DocumentLayer) => string | undefined,
): Promise<CheckedLayer[]> {
  if (layers === undefined) return [{ title: '', state: 'dead' }];
  return Promise.all(layers.map((layer) => checkLayer(layer, ask, address)));
}
