import proj4 from 'proj4';
import { canonicalWkid, isKnownWkid } from '../../../geometry/spatial-reference.ts';
import { uploadFault } from '../../upload-fault.ts';
import type { SourceReference } from '../../upload-source.ts';

/** Names ArcGIS writes for what is kept as it comes. */
const named: readonly [RegExp, number][] = [
  [/^PROJCS\["WGS_1984_Web_Mercator_Auxiliary_Sphere"/, 3857],
  [/^GEOGCS\["(GCS_WGS_1984|WGS 84)"/, 4326],
];

/**
 * The spatial reference a .prj file describes: its EPSG code where it names one, else the description itself.
 * @throws MappingError `services:invalid-upload` for one nobody can compute with
 */
export function readPrj(text: string, file: string): SourceReference {
  const wkt = text.replace(/^\uFEFF/, '').trim();
  const code = /AUTHORITY\["EPSG",\s*"?(\d+)"?\]\s*\]\s*$/i.exec(wkt)?.[1];
  const wkid = code === undefined ? named.find(([name]) => name.test(wkt))?.[1] : canonicalWkid(Number(code));
  if (wkid !== undefined && isKnownWkid(wkid)) return { wkid };
  try {
    const [x = NaN] = proj4(wkt, 'EPSG:4326').inverse([0, 0]);
    if (wkt !== '' && !Number.isNaN(x)) return { definition: wkt };
  } catch {
    // Told below.
  }
  throw uploadFault('unknown-reference', { file });
}
