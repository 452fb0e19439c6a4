import { describe, expect, test } from 'vitest';
import { readOnlyLayer, readUpload, zip } from '../../../../testing/rig/upload-files.ts';

const kml = (inside: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${inside}</Document></kml>`;
const placemark = (inside: string) => `<Placemark>${inside}</Placemark>`;
const point = '<Point><coordinates>71.4,51.1,300</coordinates></Point>';

describe('KML', () => {
  test('reads names, data, schema data and styles', async () => {
    const layer = await readOnlyLayer(
      'trees.kml',
      kml(
        `<name>Trees</name>
        ${placemark(`<name>Oak &amp; co</name><description><![CDATA[<b>old</b>]]></description><TimeStamp><when>2026-01-02</when></TimeStamp>
          <ExtendedData><Data name="height"><value>12.5</value></Data><SchemaData><SimpleData name="count">3</SimpleData></SchemaData></ExtendedData>${point}`)}
        <Folder>${placemark(`<name>Elm</name>${point}`)}</Folder>`,
      ),
    );
    expect(layer).toMatchObject({
      geometryType: 'esriGeometryPoint',
      hasZ: true,
      fields: { name: 'String', description: 'String', time: 'Date', height: 'Double', count: 'Integer' },
      features: [
        {
          properties: { name: 'Oak & co', description: '<b>old</b>', height: '12.5' },
          geometry: { coordinates: [71.4, 51.1, 300] },
          place: { line: 3, feature: 1 },
        },
        { properties: { name: 'Elm' } },
      ],
    });
  });

  test.each([
    [
      'a line',
      '<LineString><coordinates>1,2 3,4\n5,6</coordinates></LineString>',
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      },
    ],
    [
      'a polygon with a hole',
      '<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 9,0 9,9 0,0</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></innerBoundaryIs></Polygon>',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [9, 0],
            [9, 9],
            [0, 0],
          ],
          [
            [1, 1],
            [2, 1],
            [2, 2],
            [1, 1],
          ],
        ],
      },
    ],
    [
      'a track',
      '<gx:Track><when>2026-01-01T00:00:00Z</when><gx:coord>1 2 3</gx:coord><gx:coord>4 5 6</gx:coord></gx:Track>',
      {
        type: 'LineString',
        coordinates: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      },
    ],
    [
      'several points',
      '<MultiGeometry><Point><coordinates>1,2</coordinates></Point><Point><coordinates>3,4</coordinates></Point></MultiGeometry>',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
  ])('reads %s', async (_what, geometry, expected) => {
    expect((await readOnlyLayer('a.kml', kml(placemark(geometry)))).features[0]?.geometry).toEqual(expected);
  });

  test('splits placemarks with several kinds of geometry into layers', async () => {
    const both = `<MultiGeometry>${point}<LineString><coordinates>1,2 3,4</coordinates></LineString></MultiGeometry>`;
    const { layers } = await readUpload('a.kml', kml(placemark(`<name>Both</name>${both}`)));
    expect(layers.map(({ name, geometryType, featureCount }) => [name, geometryType, featureCount])).toEqual([
      ['a (points)', 'esriGeometryPoint', 1],
      ['a (lines)', 'esriGeometryPolyline', 1],
    ]);
  });

  test('ignores elements that are not geometry, whatever their names', async () => {
    const layer = await readOnlyLayer('a.kml', kml(placemark(`<constructor>x</constructor>${point}`)));
    expect(layer.features[0]?.geometry).toEqual({ type: 'Point', coordinates: [71.4, 51.1, 300] });
  });

  test('is read from an archive (KMZ), and in another encoding', async () => {
    const archive = await zip({ 'doc.kml': kml(placemark(point)), 'images/a.png': 'x' });
    expect(await readOnlyLayer('places.kmz', archive)).toMatchObject({ name: 'places', featureCount: 1 });
    const latin = Buffer.from(
      kml(placemark(`<name>Café</name>${point}`), '<?xml version="1.0" encoding="ISO-8859-1"?>'),
      'latin1',
    );
    expect((await readOnlyLayer('a.kml', latin)).features[0]?.properties['name']).toBe('Café');
  });

  test.each<[string, string | Buffer, RegExp]>([
    [
      'entities that multiply',
      `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>${kml(placemark('<name>&lol2;</name>'), '')}`,
      /declares entities/,
    ],
    [
      'an entity from outside',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${kml(placemark('<name>&x;</name>'), '')}`,
      /declares entities/,
    ],
    ['an undeclared entity', kml(placemark('<name>&lol;</name>')), /^Line 2: Not well-formed XML/],
    ['a tag never closed', kml('<Placemark><name>x</name>'), /^Line 2: Not well-formed XML/],
    ['a file cut off', kml(placemark(point)).slice(0, -30), /Not well-formed XML/],
    [
      'coordinates that are none',
      kml(placemark('<Point>\n<coordinates>north,east</coordinates></Point>')),
      /^Line 3: “north,east” aren’t coordinates/,
    ],
    ['NaN', kml(placemark('<Point><coordinates>NaN,1</coordinates></Point>')), /aren’t coordinates/],
    ['endless nesting', kml('<Folder>'.repeat(5000)), /nested deeper/],
    ['no placemarks', kml('<name>x</name>'), /contains no features/],
    [
      'an unknown encoding',
      kml(placemark(point), '<?xml version="1.0" encoding="klingon"?>'),
      /encoding “klingon” isn’t supported/,
    ],
    [
      'bytes of another encoding',
      Buffer.from(kml(placemark(`<name>Café</name>${point}`)), 'latin1'),
      /^Line 2: The file contains bytes that aren’t valid/,
    ],
    ['HTML', '<!doctype html><html><body>Sign in</body></html>', /This is HTML/],
    ['another XML', '<a/>', /not KML or GPX/],
  ])('reports %s clearly', async (_what, content, message) => {
    await expect(readUpload('a.kml', content)).rejects.toThrow(message);
  });

  test('does not fill the memory with an endless text', async () => {
    const endless = kml(placemark(`<LineString><coordinates>${'1,2 '.repeat(14_000_000)}`));
    await expect(readUpload('a.kml', endless)).rejects.toThrow(/larger than 50 MB/);
  }, 60_000);
});

describe('GPX', () => {
  const gpx = (inside: string) =>
    `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${inside}</gpx>`;
  const trkpt = (lat: number, lon: number) =>
    `<trkpt lat="${lat}" lon="${lon}"><ele>${lat}</ele><time>2026-01-01T0${lat % 10}:00:00Z</time></trkpt>`;

  test('makes layers of waypoints, routes and tracks', async () => {
    const { format, layers } = await readUpload(
      'walk.gpx',
      gpx(
        `<wpt lat="51.1" lon="71.4"><ele>350</ele><name>Start</name></wpt>
        <rte><name>Plan</name><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/></rte>
        <trk><name>Walk</name><trkseg>${trkpt(1, 2)}${trkpt(2, 3)}</trkseg><trkseg>${trkpt(3, 4)}${trkpt(4, 5)}</trkseg><trkseg>${trkpt(9, 9)}</trkseg></trk>`,
      ),
    );
    expect(format).toBe('gpx');
    expect(layers.map(({ name, geometryType, hasZ }) => [name, geometryType, hasZ])).toEqual([
      ['walk waypoints', 'esriGeometryPoint', true],
      ['walk routes', 'esriGeometryPolyline', false],
      ['walk tracks', 'esriGeometryPolyline', true],
    ]);
    expect(layers[2]?.features[0]).toMatchObject({
      properties: { name: 'Walk', begin: '2026-01-01T01:00:00Z', end: '2026-01-01T09:00:00Z' },
      geometry: {
        type: 'MultiLineString',
        coordinates: [
          [
            [2, 1, 1],
            [3, 2, 2],
          ],
          [
            [4, 3, 3],
            [5, 4, 4],
          ],
        ],
      },
    });
  });

  test.each([
    ['a point without a place', gpx('<wpt><name>x</name></wpt>'), /^Line 1: The point has no latitude/],
    ['nothing', gpx(''), /contains no features/],
  ])('reports %s clearly', async (_what, content, message) => {
    await expect(readUpload('a.gpx', content)).rejects.toThrow(message);
  });
});
