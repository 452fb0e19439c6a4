import { createItem } from '@esri/arcgis-rest-portal';
import { request } from '@esri/arcgis-rest-request';
import { zipSync, strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { useContentRig } from '../rig/use-content-rig.ts';

/** `content/features/generate`: feature collections of files, with arcgis-rest-js. */
const rig = useContentRig();

const csv = 'name,height,lon,lat\nOak,12,71.4,51.1\nElm,8.5,71.5,51.2\n';
const generate = (params: Record<string, unknown>, authentication: any = rig.grace): Promise<any> =>
  request(`${rig.portal.root}/content/features/generate`, {
    authentication,
    params: { publishParameters: {}, ...params },
  }).catch(({ response }) => response);
const faultOf = ({ error }: any) => `${error?.message} ${error?.details?.join(' ')}`;
const point = (x: number, y: number, name: string) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Point', coordinates: [x, y] },
});

describe('features are generated', () => {
  test('of the text of a CSV file', async () => {
    const { featureCollection } = await generate({
      text: csv,
      filetype: 'csv',
      publishParameters: { name: 'Trees', longitudeFieldName: 'lon', latitudeFieldName: 'lat' },
    });
    const [{ layerDefinition, featureSet }] = featureCollection.layers;
    expect(layerDefinition).toMatchObject({
      name: 'Trees',
      type: 'Feature Layer',
      geometryType: 'esriGeometryPoint',
      objectIdField: 'OBJECTID',
      extent: { xmin: 71.4, ymax: 51.2, spatialReference: { wkid: 4326 } },
    });
    expect(layerDefinition.fields.map(({ name, type }: any) => [name, type])).toEqual(
      expect.arrayContaining([
        ['OBJECTID', 'esriFieldTypeOID'],
        ['name', 'esriFieldTypeString'],
        ['height', 'esriFieldTypeDouble'],
      ]),
    );
    expect(featureSet.features[1]).toMatchObject({
      attributes: { OBJECTID: 2, name: 'Elm', height: 8.5 },
      geometry: { x: 71.5, y: 51.2 },
    });
  });

  test('with the types that are chosen for its fields', async () => {
    const layerInfo = { fields: [{ name: 'height', type: 'esriFieldTypeString', alias: 'Height' }] };
    const { featureCollection } = await generate({
      text: csv,
      filetype: 'csv',
      publishParameters: { layerInfo },
    });
    const [{ layerDefinition, featureSet }] = featureCollection.layers;
    expect(layerDefinition.fields.find(({ name }: any) => name === 'height')).toMatchObject({
      alias: 'Height',
      type: 'esriFieldTypeString',
    });
    expect(featureSet.features[1].attributes.height).toBe('8.5');
  });

  test('of a file, in the spatial reference that is asked for', async () => {
    const text = JSON.stringify({ type: 'FeatureCollection', features: [point(1, 0, 'a')] });
    const { featureCollection } = await generate({
      file: new File([text], 'places.geojson'),
      filetype: 'geojson',
      publishParameters: { targetSR: { wkid: 102100 } },
    });
    const [{ featureSet }] = featureCollection.layers;
    expect(featureSet.spatialReference).toMatchObject({ latestWkid: 3857 });
    expect(featureSet.features[0].geometry.x).toBeCloseTo(111_319.49, 1);
  });

  test('of the file of an item, by those who may see it', async () => {
    const { id } = await createItem({
      item: { title: 'Trees', type: 'CSV' } as any,
      file: new File([csv], 'trees.csv'),
      authentication: rig.grace,
    } as any);
    const params = { itemid: id, filetype: 'csv' };
    expect((await generate(params)).featureCollection.layers[0].featureSet.features).toHaveLength(2);
    expect(faultOf(await generate(params, rig.linus))).toMatch(/does not exist/i);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'of a broken archive',
      { file: new File([zipSync({ 'a.txt': strToU8('x') })], 'a.zip'), filetype: 'shapefile' },
      /no features/,
    ],
    ['of another format', { text: 'x', filetype: 'fileGeodatabase' }, /filetype/],
    ['of nothing', { filetype: 'csv' }, /file/],
    ['of two sources', { text: csv, filetype: 'csv', itemid: 'a' }, /either/],
    [
      'of too many features',
      { text: csv, filetype: 'csv', publishParameters: { maxRecordCount: 1 } },
      /more than 1 features/,
    ],
    [
      'of an impossible number',
      { text: csv, filetype: 'csv', publishParameters: { maxRecordCount: 1e9 } },
      /maxRecordCount/,
    ],
    ['generalized', { text: csv, filetype: 'csv', publishParameters: { generalize: true } }, /generalize/],
    ['as another output', { text: csv, filetype: 'csv', outputType: 'tile' }, /feature collection/],
    [
      'by addresses',
      { text: csv, filetype: 'csv', publishParameters: { locationType: 'address' } },
      /Geocoding/,
    ],
  ])('but not %s', async (_name, params, words) => {
    expect(faultOf(await generate(params))).toMatch(words);
  });

  test('but not for visitors', async () => {
    expect(
      (await rig.call('/content/features/generate', { text: csv, filetype: 'csv' }, ''))['error'].code,
    ).toBe(499);
  });
});
