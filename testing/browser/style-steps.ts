import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { JourneySite } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

const number = (name: string) => ({ name, type: 'esriFieldTypeDouble', alias: name });
const fields = [
  { name: 'kind', type: 'esriFieldTypeString', length: 20, alias: 'kind' },
  { name: 'visited', type: 'esriFieldTypeDate', alias: 'visited' },
  ...['lat', 'men', 'women', 'heading'].map(number),
];
const layers = [
  { name: 'Places', geometryType: 'esriGeometryPoint', fields },
  { name: 'Districts', geometryType: 'esriGeometryPolygon', fields },
];

const attributes = (place: number) => ({
  kind: ['Café', 'Bar', 'Shop'][place % 3],
  visited: Date.now() - place * 86_400_000,
  lat: 51,
  // A few values are far above the others, as populations are.
  men: place % 50 === 0 ? 100_000 : (place * 37) % 200,
  women: (place * 53) % 200,
  heading: (place * 30) % 360,
});
const spatialReference = { wkid: 4326 };
const column = (place: number) => 71.4 + (place % 12) * 0.004;
const row = (place: number) => 51.115 + Math.floor(place / 12) * 0.003;
const points = Array.from({ length: 120 }, (_, place) => ({
  attributes: attributes(place),
  geometry: { x: column(place), y: row(place), spatialReference },
}));
const areas = Array.from({ length: 12 }, (_, place) => {
  const [x, y] = [column(place), row(place * 9)];
  const ring = [
    [x, y],
    [x, y + 0.003],
    [x + 0.004, y + 0.003],
    [x + 0.004, y],
    [x, y],
  ];
  return { attributes: attributes(place + 1), geometry: { rings: [ring], spatialReference } };
});

/** A map of one layer of a new service, with its style panel or menu open. */
export async function openLayer(
  page: Page,
  site: JourneySite,
  title: 'Places' | 'Districts',
  action: RegExp,
): Promise<string> {
  await site.arrive(page, 'member');
  const name = `Styles_${randomUUID().slice(0, 8)}`;
  await site.maps.addService(name, layers);
  const index = title === 'Places' ? 0 : 1;
  await site.maps.ask(name, `${index}/addFeatures`, { features: index === 0 ? points : areas });
  const url = site.maps.layerOf(name).replace(/0$/, String(index));
  const operationalLayers = [{ id: 'layer', title, url, layerType: 'ArcGISFeatureLayer' }];
  const data = { operationalLayers, baseMap: { title: 'None', baseMapLayers: [] }, version: '2.31' };
  const id = await site.maps.add(name, data);
  await page.goto(`/${site.org}/map/wid/${id}#at=51.13,71.42,14,0&tool=layers`);
  await expectMapDrawn(page);
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
  return id;
}

export async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Reading the layer’s values' })).toBeHidden();
}

interface SymbolJson {
  type: string;
  style?: string;
  imageData?: string;
  contentType?: string;
  angle?: number;
}

interface Definition {
  definitionExpression?: string;
  featureReduction?: {
    type: string;
    clusterRadius?: number;
    fields?: { name: string; statisticType: string; onStatisticField?: string }[];
    popupInfo?: { title?: string };
    drawingInfo?: {
      renderer?: { symbol?: SymbolJson; visualVariables?: { type: string; field: string }[] };
      labelingInfo?: { labelExpressionInfo: { expression: string } }[];
    };
  };
  drawingInfo: {
    renderer: {
      type: string;
      field1?: string;
      attributes?: { field: string; label: string }[];
      visualVariables?: { type: string; field: string }[];
      authoringInfo?: { type: string; fields?: string[] };
      symbol?: SymbolJson;
      uniqueValueInfos?: { value: string; symbol: SymbolJson }[];
    };
  };
}

/** Saves the map; resolves to how its layer is stored. */
export async function save(page: Page, site: JourneySite, id: string): Promise<Definition> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  const { operationalLayers } = JSON.parse(await site.maps.dataOf(id)) as {
    operationalLayers: { layerDefinition: Definition }[];
  };
  return operationalLayers[0]!.layerDefinition;
}
