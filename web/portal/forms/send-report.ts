import { MappingError } from '../../../wire/errors.ts';
import { toWebMercator } from '../../../wire/geometry/web-mercator.ts';
import type { PortalEndpoint } from '../portal-request.ts';
import { serviceRequest } from '../service-request.ts';

/** A geometry in degrees (WGS 84), as ArcGIS writes it. */
export type ReportGeometry =
  { x: number; y: number } | { paths: number[][][] } | { rings: number[][][] } | { points: number[][] };

export interface ReportPhoto {
  /** Its GlobalID. */
  id: string;
  name: string;
  photo: Blob;
  /** Key of the form's attachment element that it was added by. */
  element?: string;
  /** Keywords with which the layer stores it. */
  keywords?: string;
}

/**
 * A feature to add, with photos. Its ids are chosen by this browser, so that the server recognises a repeated
 * report.
 */
export interface Report {
  /** Its GlobalID. */
  id: string;
  attributes: Readonly<Record<string, string | number | null>>;
  geometry: ReportGeometry | null;
  photos: readonly ReportPhoto[];
}

/** Where a report is sent. */
export interface ReportTarget {
  url: string;
  globalIdField: string;
  /** Of the layer. */
  wkid: number;
}

interface EditResult {
  success?: boolean;
  error?: { description?: string; globalIdExists?: boolean };
}

interface EditsResponse {
  addResults?: EditResult[];
  attachments?: { addResults?: EditResult[] };
}

/**
 * Adds a report, once: one that the layer already has counts as added.
 * @throws MappingError `portal:*`; `reports:refused` with the layer's reason
 */
export async function sendReport(
  portal: PortalEndpoint,
  target: ReportTarget,
  { id, attributes, geometry, photos }: Report,
): Promise<void> {
  const feature = {
    attributes: { ...attributes, [target.globalIdField]: braced(id) },
    ...(geometry && { geometry: inReference(geometry, target.wkid) }),
  };
  const adds = await Promise.all(
    photos.map(async (one) => ({
      globalId: braced(one.id),
      parentGlobalId: braced(id),
      name: one.name,
      ...(one.keywords && { keywords: one.keywords }),
      contentType: one.photo.type,
      data: await base64Of(one.photo),
    })),
  );
  const response = await serviceRequest<EditsResponse>(portal, `${target.url}/applyEdits`, {
    params: {
      adds: [feature],
      useGlobalIds: true,
      rollbackOnFailure: true,
      ...(adds.length > 0 && { attachments: { adds, updates: [], deletes: [] } }),
    },
    post: true,
  });
  const [added] = response.addResults ?? [];
  const failed = [added, ...(response.attachments?.addResults ?? [])].find((one) => !one?.success);
  if (added?.success && !failed) return;
  if (added?.error?.globalIdExists || (await isThere(portal, target, id))) return;
  throw new MappingError(
    'reports:refused',
    failed?.error?.description ?? 'The layer didn’t accept the report.',
    {
      status: 400,
    },
  );
}

/** Whether the layer has the report, of layers that the sender may query. */
async function isThere(
  portal: PortalEndpoint,
  { url, globalIdField }: ReportTarget,
  id: string,
): Promise<boolean> {
  const params = { where: `${globalIdField}='${braced(id)}'`, returnCountOnly: true };
  const response = await serviceRequest<{ count?: number }>(portal, `${url}/query`, { params }).catch(
    () => undefined,
  );
  return (response?.count ?? 0) > 0;
}

const braced = (id: string) => `{${id.toUpperCase()}}`;

/** Servers differ in whether they project what they get; layers in Web Mercator are the usual ones. */
function inReference(geometry: ReportGeometry, wkid: number): object {
  if (wkid !== 3857 && wkid !== 102_100) return { ...geometry, spatialReference: { wkid: 4326 } };
  const point = ([longitude = 0, latitude = 0]: readonly number[]) => {
    const { x, y } = toWebMercator({ longitude, latitude });
    return [x, y];
  };
  const spatialReference = { wkid: 102_100, latestWkid: 3857 };
  if ('x' in geometry) {
    const [x, y] = point([geometry.x, geometry.y]);
    return { x, y, spatialReference };
  }
  if ('points' in geometry) return { points: geometry.points.map(point), spatialReference };
  if ('paths' in geometry) return { paths: geometry.paths.map((path) => path.map(point)), spatialReference };
  return { rings: geometry.rings.map((ring) => ring.map(point)), spatialReference };
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  // In parts: a call has a limited number of arguments.
  for (let from = 0; from < bytes.length; from += 0x80_00)
    text += String.fromCodePoint(...bytes.subarray(from, from + 0x80_00));
  return btoa(text);
}
