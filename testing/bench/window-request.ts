import type { Window } from './feature-service-rows.ts';

/** The request of the ArcGIS SDK's map view for one tile. */
export function tile({ x, y, size }: Window, f: string): URLSearchParams {
  const extent = { xmin: x, ymin: y, xmax: x + size, ymax: y + size };
  return new URLSearchParams({
    f,
    geometry: JSON.stringify(extent),
    geometryType: 'esriGeometryEnvelope',
    inSR: '4326',
    outSR: '102100',
    spatialRel: 'esriSpatialRelIntersects',
    where: '1=1',
    outFields: 'OBJECTID,levels',
    orderByFields: 'OBJECTID ASC',
    resultType: 'tile',
    returnExceededLimitFeatures: 'false',
    returnGeometry: 'true',
    quantizationParameters: JSON.stringify({
      extent: { ...extent, spatialReference: { wkid: 4326 } },
      mode: 'view',
      originPosition: 'upperLeft',
      tolerance: (size * 111_319) / 512,
    }),
  });
}

/** The window as a `bbox` parameter. */
export function bbox({ x, y, size }: Window): string {
  return [x, y, x + size, y + size].join(',');
}

/** Fetches a URL; returns the number of features in the response, if it has any. */
export async function fetchSize(url: string): Promise<number> {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.subarray(0, 9).toString() === '{"error":') throw new Error(bytes.toString());
  if (response.headers.get('content-type')?.includes('json')) {
    const answer = JSON.parse(bytes.toString()) as { count?: number; features?: unknown[] };
    return answer.count ?? answer.features?.length ?? 0;
  }
  return 0;
}
