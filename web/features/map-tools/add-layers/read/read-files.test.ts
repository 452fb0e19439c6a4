import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { geoPackageGeometry } from './read-geopackage.ts';
import { serialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { readFlatGeobuf } from './read-flatgeobuf.ts';
import { readParquet } from './read-parquet.ts';
import { decodeTable, readCsv } from './read-csv.ts';
import { downloadFile } from './read-file.ts';
import { checked, ReadError, readLimits } from './read-features.ts';
import { readGeoJson } from './read-geojson.ts';

const problemOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof ReadError) return error.problem;
    throw error;
  }
  return 'none';
};

describe('CSV', () => {
  it('detects its columns and separator, and distinguishes numbers from codes', () => {
    const { features, faults } = readCsv(
      '\uFEFFName;Latitude;Longitude;Code;Height\nTower;51,128;71,43;007;105\n',
    );
    expect(faults).toEqual([]);
    expect(features).toEqual([
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [71.43, 51.128] },
        properties: { Name: 'Tower', Latitude: '51,128', Longitude: '71,43', Code: '007', Height: 105 },
      },
    ]);
  });

  it.each(['lat,lng', 'широта,долгота', 'Y,X', 'ендік,бойлық'])('recognises columns called %s', (header) => {
    expect(readCsv(`${header}\n51,71`).features[0]?.geometry?.coordinates).toEqual([71, 51]);
  });

  it('recognises columns that are called by several words', () => {
    expect(readCsv('stop_lat;stop_lon\n51;71').features[0]?.geometry?.coordinates).toEqual([71, 51]);
  });

  it('is decoded from encodings older than UTF-8', () => {
    const cyrillic = Uint8Array.from([0xe8, 0xec, 0xff, 0x2c, 0x6c, 0x61, 0x74]);
    expect(decodeTable(cyrillic)).toBe('имя,lat');
    expect(decodeTable(Uint8Array.from([0xff, 0xfe, 0x61, 0, 0xe4, 0]))).toBe('aä');
    expect(decodeTable(new TextEncoder().encode('имя'))).toBe('имя');
  });

  it('reports faults by line, and keeps the other rows', () => {
    const { features, faults } = readCsv('name,lat,lon\na,51,71\nb,north,71\nc,51,\nd,95,71\ne,52,72');
    expect(features).toHaveLength(2);
    expect(faults.map(({ place }) => place)).toEqual([3, 4, 5]);
    expect(faults[0]).toMatchObject({ kind: 'line', problem: 'position', text: 'north, 71' });
  });

  it.each([
    ['', 'empty'],
    ['name,lat,lon', 'empty'],
    ['name,street\na,b', 'noPositions'],
    ['lat,lon\n6635000,7951000', 'projection'],
    ['lat,lon\n"51,71', 'broken'],
  ])('%j is rejected: %s', (text, problem) => {
    expect(problemOf(() => readCsv(text))).toBe(problem);
  });
});

describe('GeoJSON', () => {
  const point = { type: 'Point', coordinates: [71, 51] };

  it.each([
    [{ type: 'FeatureCollection', features: [{ type: 'Feature', geometry: point, properties: null }] }],
    [{ type: 'Feature', geometry: point, properties: {} }],
    [point],
  ])('%j', (json) => {
    expect(readGeoJson(JSON.stringify(json)).features[0]?.geometry).toEqual(point);
  });

  it('skips and reports features without a place on Earth', () => {
    const feature = (geometry: unknown) => ({ type: 'Feature', geometry, properties: {} });
    const { features, faults } = checked([
      feature(point),
      feature(null),
      feature({ type: 'Curve', coordinates: [] }),
      feature({ type: 'Point', coordinates: [7_951_000, 6_635_000] }),
      feature({ type: 'Point', coordinates: [null, null] }),
    ]);
    expect(features).toHaveLength(1);
    expect(faults.map(({ place, problem }) => [place, problem])).toEqual([
      [2, 'geometry'],
      [3, 'geometry'],
      [4, 'position'],
      [5, 'position'],
    ]);
  });

  it.each([
    ['{', 'broken'],
    ['{"a":1}', 'broken'],
    ['{"type":"FeatureCollection","features":[]}', 'empty'],
    ['{"type":"Point","coordinates":[500000,5600000]}', 'projection'],
  ])('%s is rejected: %s', (text, problem) => {
    expect(problemOf(() => readGeoJson(text))).toBe(problem);
  });

  it('has a size limit', () => {
    expect(problemOf(() => checked(Array.from({ length: readLimits.features + 1 }, () => point)))).toBe(
      'count',
    );
  });

  it('never fails without a reason', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(['none', 'broken', 'empty', 'projection']).toContain(problemOf(() => readGeoJson(text)));
      }),
    );
  });
});

describe('GeoPackage geometries', () => {
  const blobOf = (write: (view: DataView) => number, flags = 1): Uint8Array => {
    const bytes = new Uint8Array(200);
    bytes.set([0x47, 0x50, 0, flags]);
    const length = write(new DataView(bytes.buffer, 8));
    return bytes.slice(0, 8 + length);
  };
  const pointBlob = (x: number, y: number, flags = 1) =>
    blobOf((view) => {
      view.setUint8(0, 1);
      view.setUint32(1, 1, true);
      view.setFloat64(5, x, true);
      view.setFloat64(13, y, true);
      return 21;
    }, flags);

  it('are read in degrees', () => {
    expect(geoPackageGeometry(pointBlob(71.43, 51.128), 4326)).toEqual({
      type: 'Point',
      coordinates: [71.43, 51.128],
    });
  });

  it('are read as collections', () => {
    const blob = blobOf((view) => {
      view.setUint8(0, 1);
      view.setUint32(1, 7, true);
      view.setUint32(5, 1, true);
      view.setUint8(9, 1);
      view.setUint32(10, 1, true);
      view.setFloat64(14, 71, true);
      view.setFloat64(22, 51, true);
      return 30;
    });
    expect(geoPackageGeometry(blob, 4326)).toEqual({
      type: 'GeometryCollection',
      geometries: [{ type: 'Point', coordinates: [71, 51] }],
    });
  });

  it('are read in Web Mercator', () => {
    const { coordinates } = geoPackageGeometry(pointBlob(7_951_551.23, 6_644_166.9), 3857)!;
    const [lng = 0, lat = 0] = coordinates as number[];
    expect(lng).toBeCloseTo(71.43, 3);
    expect(lat).toBeCloseTo(51.128, 1);
  });

  it('of big-endian lines are read without their heights', () => {
    const blob = blobOf((view) => {
      view.setUint8(0, 0);
      view.setUint32(1, 1002);
      view.setUint32(5, 2);
      [1, 2, 100, 3, 4, 200].forEach((value, index) => view.setFloat64(9 + index * 8, value));
      return 9 + 48;
    });
    expect(geoPackageGeometry(blob, 4326)).toEqual({
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    });
  });

  it('that are empty or of an unknown reference are handled', () => {
    expect(geoPackageGeometry(pointBlob(0, 0, 0x11), 4326)).toBeNull();
    expect(problemOf(() => geoPackageGeometry(pointBlob(0, 0), 32_642))).toBe('projection');
    expect(problemOf(() => geoPackageGeometry(new Uint8Array(20), 4326))).toBe('broken');
  });
});

describe('FlatGeobuf', () => {
  const towers = {
    type: 'FeatureCollection' as const,
    features: [
      {
        type: 'Feature' as const,
        geometry: { type: 'Point' as const, coordinates: [71.43, 51.128] },
        properties: { name: 'Tower', height: 105 },
      },
    ],
  };

  it('is read with its attributes', async () => {
    const bytes = serialize(towers as never);
    const { features } = await readFlatGeobuf(bytes.slice().buffer);
    expect(features).toEqual(towers.features);
  });

  it.each([new ArrayBuffer(0), new TextEncoder().encode('<html>').buffer])(
    'rejects other content',
    async (bytes) => {
      await expect(readFlatGeobuf(bytes)).rejects.toBeInstanceOf(ReadError);
    },
  );
});

/** Written with hyparquet-writer: two points with a name and a height. */
const parquetFiles = {
  degrees:
    'UEFSMRUGFSoVLlwVBBUAFQQVABUEFQAAAAMDE0gFAAAAVG93ZXIGAAAAQnJpZGdlFQYVDBUQXBUEFQIVBBUAFQQVAAAAAwEEDGkAAAAVBhVoFWBcFQQVABUEFQAVBBUAAAADAzJgFQAAAAEBAAAA7FG4HoXbUUCq8dJNYpBJQBUZPHsUrkfh2lFAFK5H4XqUSUAVBBlMSARyb290FQYAFQwlAhgEbmFtZSUAABUCJQIYBmhlaWdodAAVDCUCGAhnZW9tZXRyeQAWBBkcGTwmCBwVDBkVABkYBG5hbWUVAhYEFlQWWCYIPDYAKAVUb3dlchgGQnJpZGdlABkcFQYVABUCAAAAJmAcFQIZFQAZGAZoZWlnaHQVAhYEFjYWOiZgPDYCKARpAAAAGARpAAAAABkcFQYVABUCAAAAJpoBHBUMGRUAGRgIZ2VvbWV0cnkVAhYEFpIBFooBJpoBPDYAKBABAQAAAOxRuB6F21FAqvHTGBABAQAAAHsUrkfh2lFAFK5HEhIAGRwVBhUAFQIAAAAWnAIWBDacAgAZHBgDZ2VvGHR7InZlcnNpb24iOiIxLjEuMCIsInByaW1hcnlfY29sdW1uIjoiZ2VvbWV0cnkiLCJjb2x1bW5zIjp7Imdlb21ldHJ5Ijp7ImVuY29kaW5nIjoiV0tCIiwiZ2VvbWV0cnlfdHlwZXMiOlsiUG9pbnQiXX19fQAYCWh5cGFycXVldBk8HAAAHAAAHAAAAJ0BAABQQVIx',
  mercator:
    'UEFSMRUGFSoVLlwVBBUAFQQVABUEFQAAAAMDE0gFAAAAVG93ZXIGAAAAQnJpZGdlFQYVDBUQXBUEFQIVBBUAFQQVAAAAAwEEDGkAAAAVBhVoFVZcFQQVABUEFQAVBBUAAAADAzIYFQAAAAEBAAUBEMAvVV5BAQoMTldZQS4ZADCAGVReQQAAAAAwXFlBFQQZTEgEcm9vdBUGABUMJQIYBG5hbWUlAAAVAiUCGAZoZWlnaHQAFQwlAhgIZ2VvbWV0cnkAFgQZHBk8JggcFQwZFQAZGARuYW1lFQIWBBZUFlgmCDw2ACgFVG93ZXIYBkJyaWRnZQAZHBUGFQAVAgAAACZgHBUCGRUAGRgGaGVpZ2h0FQIWBBY2FjomYDw2AigEaQAAABgEaQAAAAAZHBUGFQAVAgAAACaaARwVDBkVABkYCGdlb21ldHJ5FQIWBBaSARaAASaaATw2ACgQAQEAAAAAAADAL1VeQQAAARgQAQEAAAAAAACAGVReQQAAABISABkcFQYVABUCAAAAFpwCFgQ2kgIAGRwYA2dlbxiiAXsidmVyc2lvbiI6IjEuMS4wIiwicHJpbWFyeV9jb2x1bW4iOiJnZW9tZXRyeSIsImNvbHVtbnMiOnsiZ2VvbWV0cnkiOnsiZW5jb2RpbmciOiJXS0IiLCJnZW9tZXRyeV90eXBlcyI6WyJQb2ludCJdLCJjcnMiOnsiaWQiOnsiYXV0aG9yaXR5IjoiRVBTRyIsImNvZGUiOjM4NTd9fX19fQAYCWh5cGFycXVldBk8HAAAHAAAHAAAAMwBAABQQVIx',
  dutchGrid:
    'UEFSMRUGFSoVLlwVBBUAFQQVABUEFQAAAAMDE0gFAAAAVG93ZXIGAAAAQnJpZGdlFQYVDBUQXBUEFQIVBBUAFQQVAAAAAwEEDGkAAAAVBhVoFURcFQQVABUEFQAVBBUAAAADAzIYFQAAAAEBABEBBPA/DQoAQDoZACQIQAAAAAAAABBAFQQZTEgEcm9vdBUGABUMJQIYBG5hbWUlAAAVAiUCGAZoZWlnaHQAFQwlAhgIZ2VvbWV0cnkAFgQZHBk8JggcFQwZFQAZGARuYW1lFQIWBBZUFlgmCDw2ACgFVG93ZXIYBkJyaWRnZQAZHBUGFQAVAgAAACZgHBUCGRUAGRgGaGVpZ2h0FQIWBBY2FjomYDw2AigEaQAAABgEaQAAAAAZHBUGFQAVAgAAACaaARwVDBkVABkYCGdlb21ldHJ5FQIWBBaSARZuJpoBPDYAKBABAQAAAAAAAAAAAPA/AAABGBABAQAAAAAAAAAAAAhAAAAAEhIAGRwVBhUAFQIAAAAWnAIWBDaAAgAZHBgDZ2VvGKMBeyJ2ZXJzaW9uIjoiMS4xLjAiLCJwcmltYXJ5X2NvbHVtbiI6Imdlb21ldHJ5IiwiY29sdW1ucyI6eyJnZW9tZXRyeSI6eyJlbmNvZGluZyI6IldLQiIsImdlb21ldHJ5X3R5cGVzIjpbIlBvaW50Il0sImNycyI6eyJpZCI6eyJhdXRob3JpdHkiOiJFUFNHIiwiY29kZSI6Mjg5OTJ9fX19fQAYCWh5cGFycXVldBk8HAAAHAAAHAAAAMwBAABQQVIx',
  /** Two points with times, the second of which is later than any date. */
  times:
    'UEFSMRUGFSQVKFwVBBUAFQQVABUEFQAAAAMDEDwAgMakfo0DAP////////9/FQYVaBVEXBUEFQAVBBUAFQQVAAAAAwMyGBUAAAABAQARAQTwPw0KAEA6GQAkCEAAAAAAAAAQQBUEGTxIBHJvb3QVBAAVBCUCGAVidWlsdCUUABUMJQIYCGdlb21ldHJ5ABYEGRwZLCYIHBUEGRUAGRgFYnVpbHQVAhYEFk4WUiYIPDYAKAj/////////fxgIAIDGpH6NAwAAGRwVBhUAFQIAAAAmWhwVDBkVABkYCGdlb21ldHJ5FQIWBBaSARZuJlo8NgAoEAEBAAAAAAAAAAAA8D8AAAEYEAEBAAAAAAAAAAAACEAAAAASEgAZHBUGFQAVAgAAABbgARYENsABABkcGANnZW8YdHsidmVyc2lvbiI6IjEuMS4wIiwicHJpbWFyeV9jb2x1bW4iOiJnZW9tZXRyeSIsImNvbHVtbnMiOnsiZ2VvbWV0cnkiOnsiZW5jb2RpbmciOiJXS0IiLCJnZW9tZXRyeV90eXBlcyI6WyJQb2ludCJdfX19ABgJaHlwYXJxdWV0GSwcAAAcAAAAWwEAAFBBUjE=',
} as const;

const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64')).buffer;

describe('GeoParquet', () => {
  it('is read with its attributes', async () => {
    const { features } = await readParquet(bytesOf(parquetFiles.degrees));
    expect(features).toEqual([
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [71.43, 51.128] },
        properties: { name: 'Tower', height: 105 },
      },
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [71.42, 51.16] },
        properties: { name: 'Bridge', height: null },
      },
    ]);
  });

  it('is read without invalid times', async () => {
    const { features } = await readParquet(bytesOf(parquetFiles.times));
    expect(features.map(({ properties }) => properties)).toEqual([
      { built: '2001-09-09T01:46:40.000Z' },
      { built: null },
    ]);
  });

  it('is read from Web Mercator, and rejected in other coordinate systems', async () => {
    const { features } = await readParquet(bytesOf(parquetFiles.mercator));
    const [lng, lat] = (features[0]?.geometry?.coordinates ?? []) as number[];
    expect([lng, lat].map((degrees) => Math.round(Number(degrees) * 100) / 100)).toEqual([71.43, 51.12]);
    await expect(readParquet(bytesOf(parquetFiles.dutchGrid))).rejects.toMatchObject({
      problem: 'projection',
    });
  });

  it.each(['', 'PAR1', '<html>not a file</html>'])('rejects %j', async (text) => {
    await expect(readParquet(new TextEncoder().encode(text).buffer)).rejects.toBeInstanceOf(ReadError);
  });
});

describe('a file of the web', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is downloaded in browsers that cannot iterate over streams, whatever its name', async () => {
    const body = new Response('{}').body;
    const stream = { getReader: () => body?.getReader() };
    vi.stubGlobal('fetch', async () => ({ ok: true, status: 200, body: stream }));
    const { signal } = new AbortController();
    const file = await downloadFile('https://files.example/stra%DFe.fgb', signal);
    expect(file.name).toBe('stra%DFe.fgb');
    expect(await file.text()).toBe('{}');
  });
});
