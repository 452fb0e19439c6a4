import { MappingError } from '../../../wire/errors.ts';
import type { ServiceKind } from './service-kind.ts';

/** Characters of a response in which its kind is recognised. */
const head = 64_000;

/** Standards of which many servers share one address, such as `/ows`. */
const shared = ['wms', 'wfs', 'wmts'] as const;

interface Answered {
  text: string;
  contentType: string;
}

/**
 * The kind of service or file that an address returns, for addresses whose text does not say it: the landing
 * page of an OGC API, an address of several standards, GeoJSON by a query.
 * @throws MappingError `add:unknown-address`, `add:not-a-service`, `add:empty`, `layer:not-found`, `layer:unreachable`
 */
export async function askKind(address: string, signal?: AbortSignal): Promise<ServiceKind> {
  const answered = await headOf(address, signal).catch((cause: unknown) => cause);
  if (isAnswered(answered)) {
    const kind = answeredKind(answered);
    if (kind) return kind;
  }
  for (const service of shared) {
    const url = new URL(address);
    url.searchParams.set('service', service.toUpperCase());
    url.searchParams.set('request', 'GetCapabilities');
    const described = await headOf(url.href, signal).catch(() => undefined);
    if (described && answeredKind(described) === service) return service;
  }
  if (!isAnswered(answered)) throw answered;
  const text = answered.text.trim();
  if (text === '') throw new MappingError('add:empty', 'The URL returned an empty response.', { status: 0 });
  if (text.startsWith('<'))
    throw new MappingError('add:not-a-service', 'The URL returned no service description.', { status: 0 });
  throw new MappingError('add:unknown-address', 'This URL isn’t a supported map service.', { status: 400 });
}

/** The kind that a response shows; undefined for others. */
export function answeredKind({ text, contentType }: Answered): ServiceKind | undefined {
  if (/^image\/tiff/i.test(contentType)) return 'cog';
  if (/^image\/(png|jpeg|webp|gif)/i.test(contentType)) return 'picture';
  if (/^text\/csv/i.test(contentType)) return 'csv';
  const begun = text.trimStart();
  if (begun.startsWith('{')) return kindOfJson(begun);
  const [, root = ''] = /<(?![?!])(?:[\w.-]+:)?([\w.-]+)/.exec(begun) ?? [];
  if (root === 'WMS_Capabilities' || root === 'WMT_MS_Capabilities') return 'wms';
  if (root === 'WFS_Capabilities') return 'wfs';
  if (root === 'Capabilities' && /opengis\.net\/wmts/.test(begun)) return 'wmts';
  return root === 'kml' ? 'kml' : undefined;
}

/** By a pattern: of large files, only the beginning is read. */
function kindOfJson(text: string): ServiceKind | undefined {
  if (/"type"\s*:\s*"Feature(Collection)?"/.test(text)) return 'geojson';
  if (/"rel"\s*:\s*"(data|conformance|[^"]*\/rel\/ogc\/1\.0\/(data|conformance))"/.test(text))
    return 'ogc-features';
  return /"version"\s*:\s*8\b/.test(text) && /"sources"\s*:/.test(text) ? 'vector-style' : undefined;
}

const isAnswered = (value: unknown): value is Answered =>
  typeof value === 'object' && value !== null && 'contentType' in value;

/** The beginning of a response. @throws MappingError `layer:not-found`, `layer:server-failed`, `layer:unreachable` */
async function headOf(address: string, signal?: AbortSignal): Promise<Answered> {
  const response = await fetch(address, {
    credentials: 'omit',
    // Services with pages for people answer them to browsers otherwise.
    headers: { accept: 'application/json, application/geo+json, application/xml;q=0.9, */*;q=0.5' },
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    throw new MappingError('layer:unreachable', 'The server did not respond.', { status: 0, cause });
  });
  const { ok, status } = response;
  if (!ok) {
    const id = status === 404 ? 'layer:not-found' : status >= 500 ? 'layer:server-failed' : 'layer:failed';
    throw new MappingError(id, `HTTP ${status}`, { status });
  }
  // Safari cannot iterate over streams.
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    text += decoder.decode(next.value, { stream: true });
    if (text.length > head) await reader?.cancel();
  }
  return { text: text.slice(0, head), contentType: response.headers.get('content-type') ?? '' };
}
