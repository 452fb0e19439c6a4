import path from 'node:path';
import { openZip } from './archive/open-zip.ts';
import { type DetectedFormat, detectFormat } from './detect-format.ts';
import { openCsv } from './formats/csv/read-csv-file.ts';
import { openFlatGeobuf } from './formats/flatgeobuf/read-flatgeobuf-file.ts';
import { openGeoJson } from './formats/geojson/read-geojson-file.ts';
import { openGeoPackage } from './formats/geopackage/read-geopackage-file.ts';
import { openGpx } from './formats/gpx/read-gpx-file.ts';
import { openKml } from './formats/kml/read-kml-file.ts';
import { openShapefiles } from './formats/shapefile/read-shapefile-zip.ts';
import { uploadFault } from './upload-fault.ts';
import type { UploadChoices, UploadFile, UploadSource } from './upload-source.ts';

type Opener = (file: UploadFile, choices: UploadChoices) => UploadSource | Promise<UploadSource>;

const openers: Readonly<Record<Exclude<DetectedFormat, 'zip' | 'shapefile'>, Opener>> = {
  csv: openCsv,
  flatgeobuf: openFlatGeobuf,
  geojson: openGeoJson,
  geopackage: openGeoPackage,
  gpx: openGpx,
  kml: openKml,
};

/** Names in an archive that may be a file of features. */
const readable = /\.(csv|tsv|txt|fgb|geojson|json|gpkg|gpx|kml)$/i;

/**
 * Opens a file of any format that can become layers.
 * @param folder an empty folder of ours for what has to be unpacked
 * @throws MappingError `services:invalid-upload`
 */
export async function openUpload(
  file: UploadFile,
  choices: UploadChoices,
  folder: string,
): Promise<UploadSource> {
  const format = await detectFormat(file.path, file.name);
  if (format === 'zip') return openArchive(file, choices, folder);
  if (format === 'shapefile') throw uploadFault('shp-alone');
  return openers[format](file, choices);
}

async function openArchive(file: UploadFile, choices: UploadChoices, folder: string): Promise<UploadSource> {
  const zip = await openZip(file.path, folder);
  try {
    if (zip.names.some((name) => /\.shp$/i.test(name))) return await openShapefiles(zip, file, choices);
    const name = choose(zip.names);
    const place = await zip.unpack(name);
    const format = await detectFormat(place, name);
    if (format === 'zip' || format === 'shapefile') throw uploadFault('nested-archive', { file: name });
    const shown = path.basename(name) === 'doc.kml' ? file.name : path.basename(name);
    return await openers[format]({ path: place, name: shown, meter: file.meter }, choices);
  } finally {
    zip.close();
  }
}

/** A KMZ file's main document comes first and is called doc.kml as a rule. */
function choose(names: readonly string[]): string {
  const kml =
    names.find((name) => /(^|\/)doc\.kml$/i.test(name)) ?? names.find((name) => /\.kml$/i.test(name));
  if (kml !== undefined) return kml;
  const others = names.filter((name) => readable.test(name));
  const [only] = others;
  if (only !== undefined && others.length === 1) return only;
  if (names.some((name) => name.startsWith('xl/'))) throw uploadFault('excel');
  if (names.some((name) => /\.gdb\//i.test(name))) throw uploadFault('file-geodatabase');
  if (only !== undefined) throw uploadFault('several-files');
  throw uploadFault('nothing-readable');
}
