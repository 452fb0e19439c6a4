import { describe, expect, test } from 'vitest';
import {
  convertWithGdal,
  hasGdal,
  readOnlyLayer,
  readUpload,
  zip,
} from '../../../../testing/rig/upload-files.ts';

if (!hasGdal) console.log('GDAL is not installed (gdal-bin): its files are left out.');

const parcels = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Старый город', storeys: 3, height: 9.5, built: '1998-05-17' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [71.4, 51.1],
            [71.41, 51.1],
            [71.41, 51.11],
            [71.4, 51.11],
            [71.4, 51.1],
          ],
          [
            [71.402, 51.102],
            [71.402, 51.104],
            [71.404, 51.104],
            [71.404, 51.102],
            [71.402, 51.102],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { name: null, storeys: -1, height: null, built: null },
      geometry: {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [71.5, 51.1],
              [71.51, 51.1],
              [71.51, 51.11],
              [71.5, 51.1],
            ],
          ],
          [
            [
              [71.6, 51.1],
              [71.61, 51.1],
              [71.61, 51.11],
              [71.6, 51.1],
            ],
          ],
        ],
      },
    },
  ],
};

/**
 * Vertices of the first outer ring, sorted and rounded: formats differ in where a ring begins and its
 * orientation.
 */
const corners = (geometry: any, digits = 6) => {
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates[0];
  return rings[0]
    .map(([x, y]: number[]) => `${x!.toFixed(digits)} ${y!.toFixed(digits)}`)
    .slice(0, -1)
    .toSorted();
};

describe.skipIf(!hasGdal)('files written by GDAL', () => {
  test.each([
    ['GPKG', 'parcels.gpkg', [], { storeys: 'Integer', height: 'Double', built: 'Date' }],
    ['FlatGeobuf', 'parcels.fgb', [], { storeys: 'Integer', height: 'Double', built: 'Date' }],
    ['GeoJSON', 'parcels.geojson', [], { storeys: 'Integer', height: 'Double', built: 'Date' }],
    [
      'GeoJSONSeq',
      'parcels.geojsonl',
      ['-lco', 'RS=YES'],
      { storeys: 'Integer', height: 'Double', built: 'Date' },
    ],
  ] as const)('%s', async (format, file, options, fields) => {
    const { [file]: bytes } = await convertWithGdal(parcels, format, file, options);
    const layer = await readOnlyLayer(file, bytes!);
    expect(layer).toMatchObject({
      geometryType: 'esriGeometryPolygon',
      featureCount: 2,
      wkid: 4326,
      fields: { name: 'String', ...fields },
    });
    // FlatGeobuf sorts spatially.
    const [first, second] = layer.features.toSorted(
      (a, b) => Number(b.properties['storeys']) - Number(a.properties['storeys']),
    );
    expect(first).toMatchObject({ properties: { name: 'Старый город', storeys: 3, height: 9.5 } });
    expect(second!.properties['storeys']).toBe(-1);
    expect(second!.properties['height'] ?? null).toBeNull();
    expect(corners(first!.geometry)).toEqual(corners(parcels.features[0]!.geometry));
    expect((second!.geometry as any).coordinates).toHaveLength(2);
  });

  test.each(['UTF-8', 'CP1251', 'ISO-8859-5'])('a shapefile in %s', async (encoding) => {
    const files = await convertWithGdal(parcels, 'ESRI Shapefile', 'parcels.shp', [
      '-lco',
      `ENCODING=${encoding}`,
    ]);
    const archive = await zip(files);
    const { facts, layers } = await readUpload('parcels.zip', archive);
    await expect(readUpload('parcels.zip', archive, { encoding: 'klingon' })).rejects.toThrow(
      /encoding “klingon” isn’t supported/,
    );
    expect(layers).toHaveLength(1);
    expect(layers[0]).toMatchObject({
      name: 'parcels',
      geometryType: 'esriGeometryPolygon',
      fields: { name: 'String', storeys: 'Integer', height: 'Double', built: 'Date' },
    });
    expect(facts.notes).toEqual([]);
    const [first, second] = layers[0]!.features;
    expect(Object.values(first!.properties)).toEqual(['Старый город', 3, 9.5, '1998-05-17']);
    expect(Object.values(second!.properties)).toEqual([null, -1, null, null]);
    expect((first!.geometry as any).coordinates).toHaveLength(2);
    expect((second!.geometry as any).type).toBe('MultiPolygon');
  });

  test('in GML are rejected with advice', async () => {
    const { 'parcels.gml': bytes } = await convertWithGdal(parcels, 'GML', 'parcels.gml');
    await expect(readUpload('parcels.gml', bytes!)).rejects.toThrow(/Convert it to GeoJSON/);
  });

  test('in KML keep their typed attributes', async () => {
    const { 'parcels.kml': bytes } = await convertWithGdal(parcels, 'KML', 'parcels.kml', [
      '-dsco',
      'NameField=name',
    ]);
    const layer = await readOnlyLayer('parcels.kml', bytes!);
    expect(layer.fields).toMatchObject({ name: 'String', storeys: 'Integer', height: 'Double' });
    expect(corners(layer.features[0]!.geometry)).toEqual(corners(parcels.features[0]!.geometry));
  });
});
