import { canonicalWkid, isKnownWkid } from '../../../geometry/spatial-reference.ts';
import { uploadFault } from '../../upload-fault.ts';
import { type SourceReference, wgs84 } from '../../upload-source.ts';

/** The `crs` member of the older GeoJSON: `{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}`. */
export function readCrs(collection: unknown): SourceReference {
  const crs = (collection as { crs?: { properties?: { name?: unknown } } | null } | null)?.crs;
  if (!crs) return wgs84;
  const name = crs.properties?.name;
  if (typeof name !== 'string' || /CRS:?84$/i.test(name)) return wgs84;
  const code = /(?:^|[:/])(\d{4,6})$/.exec(name)?.[1];
  const wkid = code === undefined ? undefined : canonicalWkid(Number(code));
  if (wkid === undefined || !isKnownWkid(wkid)) {
    throw uploadFault('unknown-reference-name', {}, { name: name.slice(0, 80) });
  }
  return { wkid };
}
