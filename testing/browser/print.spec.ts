import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import geographiclib from 'geographiclib-geodesic';
import { middleOfColour, type PagePicture, readPage } from './printed-page.ts';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

const { WGS84 } = geographiclib.Geodesic;
const from = { lat: 51.1598, lon: 71.4293 };

function collection(title: string, rings: 'point' | 'polygon', features: object[], symbol: object) {
  return {
    id: title,
    title,
    visibility: true,
    opacity: 1,
    featureCollection: {
      layers: [
        {
          layerDefinition: {
            name: title,
            geometryType: rings === 'point' ? 'esriGeometryPoint' : 'esriGeometryPolygon',
            objectIdField: 'OBJECTID',
            fields: [
              { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
              { name: 'name', type: 'esriFieldTypeString', alias: 'Name', length: 50 },
            ],
            drawingInfo: { renderer: { type: 'simple', symbol } },
          },
          featureSet: {
            geometryType: rings === 'point' ? 'esriGeometryPoint' : 'esriGeometryPolygon',
            features,
          },
        },
      ],
    },
  };
}

const wgs84 = { wkid: 4326 };
const square = (color: number[]) => ({
  type: 'esriSMS',
  style: 'esriSMSSquare',
  size: 6,
  color,
  outline: null,
});
const pointAt = (name: string, { lat, lon }: { lat: number; lon: number }) => [
  { geometry: { x: lon, y: lat, spatialReference: wgs84 }, attributes: { OBJECTID: 1, name } },
];

/** A map with a red and a blue point at a known distance, and two areas as an index; saved as an item. */
async function makeMap(site: JourneySite, metres: number, azimuth: number): Promise<string> {
  const there = WGS84.Direct(from.lat, from.lon, azimuth, metres);
  const to = { lat: there.lat2 ?? 0, lon: there.lon2 ?? 0 };
  const middle = { lat: (from.lat + to.lat) / 2, lon: (from.lon + to.lon) / 2 };
  const area = (id: number, west: number) => {
    const [w, e, s, n] = [middle.lon + west, middle.lon + west + 0.001, middle.lat, middle.lat + 0.001];
    const rings = [
      [
        [w, s],
        [w, n],
        [e, n],
        [e, s],
        [w, s],
      ],
    ];
    return {
      geometry: { rings, spatialReference: wgs84 },
      attributes: { OBJECTID: id, name: `Sheet ${id}` },
    };
  };
  const outline = { type: 'esriSLS', style: 'esriSLSSolid', width: 0.5, color: [0, 120, 0, 255] };
  const data = {
    operationalLayers: [
      collection('Index', 'polygon', [area(10, 0), area(2, -0.001)], {
        type: 'esriSFS',
        style: 'esriSFSNull',
        outline,
      }),
      collection('Red', 'point', pointAt('red', from), square([255, 0, 0, 255])),
      collection('Blue', 'point', pointAt('blue', to), square([0, 0, 255, 255])),
    ],
    baseMap: { title: 'None', baseMapLayers: [] },
    initialState: {
      viewpoint: {
        targetGeometry: {
          xmin: middle.lon - 0.002,
          ymin: middle.lat - 0.002,
          xmax: middle.lon + 0.002,
          ymax: middle.lat + 0.002,
          spatialReference: wgs84,
        },
      },
    },
    bookmarks: [
      {
        name: 'North',
        viewpoint: {
          targetGeometry: {
            xmin: middle.lon - 0.002,
            ymin: middle.lat,
            xmax: middle.lon + 0.002,
            ymax: middle.lat + 0.002,
            spatialReference: wgs84,
          },
        },
      },
    ],
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    version: '2.33',
    authoringApp: 'Mapping',
    authoringAppVersion: '1',
  };
  return site.maps.add('Known distance', data);
}

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function print(page: Page) {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 300_000 }),
    page.getByRole('button', { name: 'Create file' }).click(),
  ]);
  return readFile(await file.path());
}

/** Whether a picture of a text has ink, and whether some of it touches its upper or lower edge, as if it were cut off. */
function inkAtEdges({ width, height, data }: PagePicture) {
  const bytes = data.length / (width * height);
  const hasInk = (fromRow: number, toRow: number) => {
    for (let at = fromRow * width; at < toRow * width; at++) {
      const [red = 255, , , alpha = 255] = data.subarray(at * bytes, (at + 1) * bytes);
      if (alpha > 60 && red < 160) return true;
    }
    return false;
  };
  return { all: hasInk(0, height), top: hasInk(0, 1), bottom: hasInk(height - 1, height) };
}

const isRed = (red: number, green: number, blue: number) => red > 200 && green < 80 && blue < 80;
const isBlue = (red: number, green: number, blue: number) => blue > 200 && green < 80 && red < 80;

onEachPortal((portal, { long }) => {
  test('a map prints at an exact scale with title block, grid and legend', long, async ({ page, site }) => {
    test.slow();
    const id = await makeMap(site, 130, 50);
    await page.goto(`/${site.org}/map/wid/${id}?lang=en#tool=print`);
    await expectMapDrawn(page);
    await choose(page, 'Template', 'Plan with title block');
    await choose(page, 'Scale', '1:1,000');
    await choose(page, 'Resolution', '300 dpi');
    await choose(page, 'Coordinate grid', 'Other coordinate system…');
    await page.getByRole('textbox', { name: 'EPSG code' }).fill('32642');
    const { size, text, pictures: all } = await readPage(await print(page));
    expect(size).toEqual([297, 210]);
    // Without the symbols of the legend.
    const pictures = all.filter(({ width }) => width > 200);
    const [red, blue] = [middleOfColour(pictures, isRed)!, middleOfColour(pictures, isBlue)!];
    expect(Math.abs(Math.hypot(blue.x - red.x, blue.y - red.y) - 130)).toBeLessThan(0.1);
    // North is up, and east is at the right.
    expect(Math.abs((Math.atan2(blue.x - red.x, blue.y - red.y) * 180) / Math.PI - 50)).toBeLessThan(0.1);
    for (const part of ['1:1,000', 'EPSG:32642', 'Known distance', 'Index', 'Red', 'Blue'])
      expect(text).toContain(part);
    // Grid lines every 50 m.
    expect(text).toMatch(/^5,67\d,[05]00?\d*$/m);
  });

  test('a map series has a page for each feature, in order', long, async ({ page, site }) => {
    test.slow();
    const id = await makeMap(site, 130, 50);
    await page.goto(`/${site.org}/map/wid/${id}?lang=en#tool=print`);
    await expectMapDrawn(page);
    await page.getByRole('switch', { name: 'Map series' }).click();
    await choose(page, 'Index layer', 'Index');
    await choose(page, 'Name of each page', 'Name');
    await page.getByRole('switch', { name: 'Locator map' }).click();
    const bytes = await print(page);
    const first = await readPage(bytes);
    expect(first.pages).toBe(2);
    expect(first.text).toContain('Known distance – Sheet 2');
    expect(first.text).toContain('1 / 2');
    // The legend has what is in view.
    expect(first.text).not.toContain('Red');
    expect((await readPage(bytes, 2)).text).toContain('Known distance – Sheet 10');
  });

  if (portal === 'embedded portal')
    test('several maps on large paper are drawn in tiles', long, async ({ page, site }) => {
      test.setTimeout(900_000);
      const id = await makeMap(site, 130, 230);
      await page.goto(`/${site.org}/map/wid/${id}?lang=en#tool=print`);
      await expectMapDrawn(page);
      await choose(page, 'Paper', 'A2');
      await choose(page, 'Scale', '1:500');
      await choose(page, 'Bookmarks beside the view', 'North');
      await page.keyboard.press('Escape');
      const { size, text, pictures } = await readPage(await print(page));
      expect(size).toEqual([594, 420]);
      expect(pictures.length).toBeGreaterThan(4);
      expect(text).toContain('North');
    });

  if (portal === 'embedded portal')
    test('long titles of other scripts are whole up to their ellipsis', long, async ({ page, site }) => {
      test.slow();
      const title = '城市公共交通站点和无障碍设施的详细地图'.repeat(6);
      const layers = ['المُخَطَّطُ التَّفصيليُّ لِلمَدينةِ '.repeat(8), 'မြို့ပြဆိုင်ရာ အသေးစိတ် မြေပုံကြီးများ '.repeat(8)];
      const symbol = square([255, 0, 0, 255]);
      const id = await site.maps.add(title, {
        operationalLayers: layers.map((layer) => collection(layer, 'point', pointAt('red', from), symbol)),
        baseMap: { title: 'None', baseMapLayers: [] },
        initialState: {
          viewpoint: {
            targetGeometry: {
              xmin: from.lon - 0.002,
              ymin: from.lat - 0.002,
              xmax: from.lon + 0.002,
              ymax: from.lat + 0.002,
              spatialReference: wgs84,
            },
          },
        },
        spatialReference: { wkid: 102100, latestWkid: 3857 },
        version: '2.33',
        authoringApp: 'Mapping',
        authoringAppVersion: '1',
      });
      await page.goto(`/${site.org}/map/wid/${id}?lang=en#tool=print`);
      await expectMapDrawn(page);
      const { pictures } = await readPage(await print(page));
      const lines = pictures.filter(({ width, height }) => width > 3 * height && height < 400);
      expect(lines).toHaveLength(1 + layers.length);
      for (const line of lines) expect(inkAtEdges(line)).toEqual({ all: true, top: false, bottom: false });
    });
});
