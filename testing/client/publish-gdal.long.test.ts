import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GeoJsonGeometry, writeGeoJson } from '../../server/gis/geometry/geojson.ts';
import { publishFile } from '../../server/gis/uploads/publish-file.ts';
import {
  anyGeometry,
  type GeometryShape,
  multipoints,
  points,
  polygons,
  polylines,
} from '../rig/geometries.ts';
import { ServiceClient } from '../rig/service-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { convertWithGdal, hasGdal, zip } from '../rig/upload-files.ts';

/**
 * Random layers that GDAL wrote in several formats and spatial references are published, and read back from
 * the feature service unchanged.
 */

interface Row {
  text: string | null;
  whole: number | null;
  share: number | null;
  day: string | null;
}

interface Format {
  driver: string;
  file: string;
  options?: readonly string[];
  /** EPSG codes GDAL writes it in. */
  references: readonly number[];
  /** Allowed types of geometry; a shapefile stores points and multipoints in separate files. */
  kinds: readonly ((shape: GeometryShape) => ReturnType<typeof anyGeometry>)[];
  zipped?: boolean;
}

const each = [points, multipoints, polylines, polygons] as const;
/** Degrees, Web Mercator, a zone of UTM, and Europe's equal-area reference, far from its centre. */
const references = [4326, 3857, 32_639, 3035] as const;
const formats: Readonly<Record<string, Format>> = {
  GeoPackage: { driver: 'GPKG', file: 'layer.gpkg', references, kinds: each },
  FlatGeobuf: { driver: 'FlatGeobuf', file: 'layer.fgb', references, kinds: each },
  GeoJSON: { driver: 'GeoJSON', file: 'layer.geojson', references: [4326], kinds: each },
  'GeoJSON of 2008': { driver: 'GeoJSON', file: 'layer.json', references: [3857, 32_639], kinds: each },
  Shapefile: {
    driver: 'ESRI Shapefile',
    file: 'layer.shp',
    options: ['-lco', 'ENCODING=UTF-8'],
    references,
    kinds: each,
    zipped: true,
  },
  CSV: {
    driver: 'CSV',
    file: 'layer.csv',
    options: ['-lco', 'GEOMETRY=AS_XY'],
    references: [4326],
    kinds: [points],
  },
};

/** Thousandths of a degree: rounded to millionths they survive any projection. */
const place = (step: number) => 50 + step / 1000;
const text = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  // Formats differ in trailing blanks, and no text may contain its own delimiter.
  .map((value) => `a${value.replaceAll(/\p{C}/gu, '')}z`);
const row: fc.Arbitrary<Row> = fc.record({
  text: fc.option(text),
  whole: fc.option(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 })),
  share: fc.option(fc.integer({ min: -1e6, max: 1e6 }).map((eighths) => eighths / 8)),
  day: fc.option(
    fc
      .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  ),
});

/** Normalises a geometry, whatever ring or vertex a format begins with and whatever its orientation. */
function canonical(geometry: GeoJsonGeometry): string[] {
  const { type, coordinates } = geometry as { type: string; coordinates: any };
  const rounded = ([x, y]: number[]) => `${x!.toFixed(6)} ${y!.toFixed(6)}`;
  const many = type.startsWith('Multi') ? coordinates : [coordinates];
  const part = (one: any): string => {
    if (type.endsWith('Point')) return rounded(one);
    if (type.endsWith('LineString')) return one.map(rounded).join();
    return one.map((ring: number[][]) => ringText(ring.slice(0, -1).map(rounded))).join('|');
  };
  return many.map(part).toSorted();
}

function ringText(corners: string[]): string {
  const turned = (from: string[]) => {
    const first = from.indexOf(from.toSorted()[0]!);
    return [...from.slice(first), ...from.slice(0, first)].join();
  };
  return [turned(corners), turned(corners.toReversed())].toSorted()[0]!;
}

/** Dates of a service are instants. */
function values({ text: word, whole, share, day }: Row): Row {
  return { text: word, whole, share, day: day === null ? null : new Date(day).toISOString().slice(0, 10) };
}

let server: TestServer;
let folder: string;
let published = 0;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.stop();
});

/** Publishes it, and reads all of it from the service. */
async function thereAndBack(
  name: string,
  content: Uint8Array,
): Promise<{ properties: Row; geometry: any }[]> {
  published += 1;
  const serviceName = `Random${published}`;
  const file = path.join(folder, serviceName);
  await writeFile(file, content);
  await publishFile(server.database, {
    file: { path: file, name },
    choices: {},
    service: { serviceName },
    signal: new AbortController().signal,
    onProgress: () => undefined,
    finish: () => Promise.resolve(),
  });
  const answer = await new ServiceClient(server.url).get(`${serviceName}/FeatureServer/0/query`, {
    f: 'geojson',
    where: '1=1',
    outFields: '*',
    orderByFields: 'id',
  });
  return answer.features;
}

describe.skipIf(!hasGdal)('random layers written by GDAL', () => {
  test.each(Object.entries(formats))(
    '%s',
    async (_name, format) => {
      const layers = fc.constantFrom(...format.kinds).chain((kind) =>
        fc.array(fc.tuple(kind({ place }), row), { minLength: 1, maxLength: 30 }).map((drawn) =>
          drawn.map(([geometry, properties], id) => ({
            type: 'Feature',
            // One value of each field is not empty, so that every format knows its type.
            properties: {
              id,
              ...(id === 0 ? { text: 'az', whole: 1, share: 0.5, day: '2000-01-01' } : properties),
            },
            geometry: writeGeoJson(geometry) as GeoJsonGeometry,
          })),
        ),
      );
      await fc.assert(
        fc.asyncProperty(layers, fc.constantFrom(...format.references), async (features, wkid) => {
          const written = await convertWithGdal(
            { type: 'FeatureCollection', features },
            format.driver,
            format.file,
            [...(format.options ?? []), '-t_srs', `EPSG:${wkid}`],
          );
          const read = await thereAndBack(
            format.zipped ? 'layer.zip' : format.file,
            format.zipped ? await zip(written) : written[format.file]!,
          );
          expect(read.map(({ properties }) => values(properties))).toEqual(
            features.map(({ properties }) => values(properties)),
          );
          expect(read.map(({ geometry }) => canonical(geometry))).toEqual(
            features.map(({ geometry }) => canonical(geometry)),
          );
        }),
        { numRuns: 4 },
      );
    },
    180_000,
  );
});
