import { queryFeatures } from '@esri/arcgis-rest-feature-service';
import { createItem, exportItem, getItemData, getItemStatus } from '@esri/arcgis-rest-portal';
import { request } from '@esri/arcgis-rest-request';
import { expect, test, vi } from 'vitest';
import { workbook } from '../rig/workbook-files.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Workbooks are published, appended and downloaded with arcgis-rest-js. */
const rig = useContentRig();

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: number, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const headings = row(...['name', 'name', 'lat', 'lon', 'planted', 'old', 'height', ''].map(text));

const trees = () =>
  workbook(
    {
      Trees: [
        headings,
        row(
          text('Oak'),
          text('_x000D_ &lt;1&gt;'),
          number(51.1),
          number(71.4),
          number(46_348.4375, 1),
          '<c t="b"><v>1</v></c>',
          '<c><f>2*6.25</f><v>12.5</v></c>',
        ),
        row(text('Elm'), '<c t="e"><v>#N/A</v></c>', number(51.2), number(71.5)),
      ].join(''),
      Owners: row(text('Owner'), text('code')) + row(text('City'), text('007')),
    },
    { formats: ['dd.mm.yyyy hh:mm'] },
  );

async function addWorkbook(name: string, content: Uint8Array): Promise<string> {
  const file = new File([content as any], `${name}.xlsx`);
  const item: any = { title: name, type: 'Microsoft Excel', file };
  return (await createItem({ item, authentication: rig.grace })).id;
}

async function ended(id: string, jobId: string, jobType: 'publish' | 'export') {
  const status = await vi.waitUntil(
    async () => {
      const answer = await getItemStatus({ id, jobId, jobType, authentication: rig.grace });
      return answer.status !== 'processing' && answer;
    },
    { interval: 50, timeout: 60_000 },
  );
  expect(status).toMatchObject({ status: 'completed' });
}

async function publish(itemid: string, publishParameters: object) {
  const { services } = await rig.call('/content/users/grace/publish', {
    itemid,
    filetype: 'excel',
    publishParameters: JSON.stringify(publishParameters),
  });
  const [service] = services as any[];
  await ended(service.serviceItemId, service.jobId, 'publish');
  return { id: service.serviceItemId as string, url: service.serviceurl as string };
}

async function rowsOf(url: string, outFields: string[]): Promise<unknown[]> {
  const { features }: any = await queryFeatures({
    url,
    outFields,
    orderByFields: 'OBJECTID',
    outSR: '4326',
    authentication: rig.grace,
  });
  return features.map(({ attributes, geometry }: any) => [
    ...outFields.map((name) => attributes[name]),
    ...(geometry ? [geometry.x.toFixed(6), geometry.y.toFixed(6)] : []),
  ]);
}

const fields = ['name', 'name_1', 'planted', 'old', 'height'];
const expected = [
  ['Oak', '\r <1>', Date.UTC(2026, 10, 22, 10, 30), 1, 12.5, '71.400000', '51.100000'],
  ['Elm', null, null, null, null, '71.500000', '51.200000'],
];

test('a workbook is previewed, published, appended, downloaded, and published again with the same rows', async () => {
  const itemid = await addWorkbook('City trees', await trees());
  const analysis = await rig.call('/content/features/analyze', { itemid, filetype: 'excel' });
  expect(analysis).toMatchObject({
    publishParameters: {
      type: 'excel',
      name: 'Trees',
      locationType: 'coordinates',
      latitudeFieldName: 'lat',
      longitudeFieldName: 'lon',
    },
    records: [
      { planted: '2026-11-22T10:30:00.000Z', height: 12.5 },
      { name: 'Elm', name_1: null },
    ],
    preview: {
      format: 'excel',
      complete: true,
      layers: [
        { name: 'Trees', geometryType: 'esriGeometryPoint', featureCount: 2 },
        { name: 'Owners', geometryType: null, featureCount: 1 },
      ],
    },
  });

  const service = await publish(itemid, analysis['publishParameters']);
  expect(await rowsOf(`${service.url}/0`, fields)).toEqual(expected);
  expect(await rowsOf(`${service.url}/1`, ['Owner', 'code'])).toEqual([['City', '007']]);

  const job = await exportItem({
    title: 'Trees again',
    id: service.id,
    owner: 'grace',
    exportFormat: 'Excel',
    authentication: rig.grace,
  } as any);
  await ended(job.exportItemId, job.jobId, 'export');
  const file: Blob = await getItemData(job.exportItemId, { file: true, authentication: rig.grace } as any);
  const again = await addWorkbook('Again', new Uint8Array(await file.arrayBuffer()));
  const copy = await publish(again, { name: 'Again' });
  expect(await rowsOf(`${copy.url}/0`, fields)).toEqual(expected);
  expect(await rowsOf(`${copy.url}/1`, ['Owner', 'code'])).toEqual([['City', '007']]);

  const { statusUrl } = await request(`${copy.url}/0/append`, {
    params: { appendItemId: itemid, appendUploadFormat: 'excel', sourceTableName: 'Trees' },
    authentication: rig.grace,
  });
  const appended = await vi.waitUntil(
    async () => {
      const answer = await request(statusUrl, { authentication: rig.grace });
      return !['Pending', 'InProgress'].includes(answer.status) && answer;
    },
    { interval: 50, timeout: 60_000 },
  );
  expect(appended).toMatchObject({ status: 'Completed', report: { added: 2 } });
  expect(await rowsOf(`${copy.url}/0`, fields)).toEqual([...expected, ...expected]);
});

test('a workbook becomes a feature collection', async () => {
  const itemid = await addWorkbook('Collected', await trees());
  const { featureCollection } = await rig.call('/content/features/generate', { itemid, filetype: 'excel' });
  expect(featureCollection.layers).toMatchObject([
    {
      layerDefinition: { name: 'Trees', geometryType: 'esriGeometryPoint' },
      featureSet: { features: [{ attributes: { name: 'Oak', old: 1 } }, { attributes: { name: 'Elm' } }] },
    },
    { layerDefinition: { name: 'Owners', type: 'Table' } },
  ]);
});

test('a workbook that cannot be read is refused, and leaves no service', async () => {
  const sheet = row(text('lat'), text('lon')) + row(number(151), number(71));
  const itemid = await addWorkbook('Wrong', await workbook({ 'Bad sheet': sheet }));
  const { services } = await rig.call('/content/users/grace/publish', {
    itemid,
    filetype: 'excel',
    publishParameters: JSON.stringify({ name: 'Wrong' }),
  });
  const [service] = services as any[];
  const path = `/content/users/grace/items/${service.serviceItemId}/status`;
  const status = await vi.waitUntil(
    async () => {
      const answer = await rig.call(path, { jobId: service.jobId, jobType: 'publish' });
      return answer['status'] !== 'processing' && answer;
    },
    { interval: 50, timeout: 60_000 },
  );
  expect(status).toMatchObject({
    status: 'failed',
    faults: [{ path: 'Bad sheet, line 2', code: 'latitude' }],
  });
  expect(await rig.call(`/content/items/${service.serviceItemId}`)).toMatchObject({ error: { code: 400 } });
});
