import { beforeAll, describe, expect, test } from 'vitest';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Members inside of parameters: one that would be lost is refused by its name and path, one that changes nothing is taken. */
const rig = useContentRig();
let service: string;

const layer = {
  name: 'Trees',
  geometryType: 'esriGeometryPoint',
  fields: [{ name: 'height', type: 'esriFieldTypeDouble' }],
};

beforeAll(async () => {
  service = (await create({ name: 'Trees', layers: [layer] })).serviceurl;
});

const create = (createParameters: object) =>
  rig.call('/content/users/grace/createService', { createParameters: JSON.stringify(createParameters) });

async function ask(path: string, given: Record<string, string>): Promise<any> {
  const body = new URLSearchParams({ f: 'json', token: rig.grace.token, ...given });
  return (await fetch(path, { method: 'POST', body })).json();
}

const change = (path: string, name: string, definition: object) =>
  ask(`${service.replace('/rest/', '/rest/admin/')}${path}/${name}`, { [name]: JSON.stringify(definition) });

const textOf = ({ error }: any) => `${error?.code} ${JSON.stringify(error)}`;

describe('analyzeParameters', () => {
  const analyze = (members: object) => {
    const given = { text: 'name\nOak', analyzeParameters: JSON.stringify(members) };
    return rig.call('/content/features/analyze', given);
  };

  test.each<[string, object]>([
    ['analyzeParameters.+loctionType', { loctionType: 'none' }],
    ['analyzeParameters.sourceUrl', { sourceUrl: 'https://example.com/trees.csv' }],
    ['analyzeParameters.qualifier', { qualifier: "'" }],
    ['analyzeParameters.addressFields', { addressFields: { Address: 'street' } }],
    ['analyzeParameters.dateFieldsTimeReference.timeZone', { dateFieldsTimeReference: { timeZone: 'CET' } }],
  ])('refuse %s', async (name, members) => {
    expect(textOf(await analyze(members))).toMatch(new RegExp(`^400.*${name}`));
  });

  test('take what clients send for files of every kind, and all that they got', async () => {
    const usual = { enableGlobalGeocoding: true, sourceLocale: 'en', sourceCountry: '', targetSR: 4326 };
    const proposed = { type: 'csv', name: 'Trees', maxRecordCount: 2000, layerInfo: { name: 'Trees' } };
    // The parameters are read before the file, which is missing.
    expect(textOf(await analyze({ ...usual, ...proposed }))).toMatch(/^400.*file/);
  });
});

const winter = { timeZone: 'UTC', timeZoneIANA: 'Europe/Berlin' };

describe('editorTrackingInfo and dateFieldsTimeReference', () => {
  const refused: [string, object][] = [
    ['trackReaders', { editorTrackingInfo: { enableEditorTracking: false, trackReaders: true } }],
    ['allowAnonymousToQuery', { editorTrackingInfo: { allowAnonymousToQuery: false } }],
    ['dateFieldsTimeReference', { dateFieldsTimeReference: winter }],
    ['dateFieldsTimeReference', { dateFieldsTimeReference: { timeZone: 'UTC', offset: 3 } }],
  ];

  test.each(refused)('of createService refuse %s', async (name, members) => {
    expect(textOf(await create({ name: 'Other', ...members }))).toMatch(new RegExp(`^400.*${name}`));
  });

  test.each(refused)('of updateDefinition refuse %s', async (name, members) => {
    const refusal = textOf(await change('', 'updateDefinition', members));
    expect(refusal).toMatch(new RegExp(`^400.*updateDefinition.*${name}`));
  });

  test.each<[string, object]>([
    ['trackReaders', { ownershipBasedAccessControlForFeatures: { trackReaders: true } }],
    ['allowAnonymousToQuery', { ownershipBasedAccessControlForFeatures: { allowAnonymousToQuery: false } }],
    ['dateFieldsTimeReference', { dateFieldsTimeReference: winter }],
  ])('of a layer refuse %s', async (name, members) => {
    const added = { layers: [{ ...layer, name: 'Other', ...members }] };
    expect(textOf(await change('', 'addToDefinition', added))).toMatch(new RegExp(`^400.*${name}`));
    expect(textOf(await change('/0', 'updateDefinition', members))).toMatch(new RegExp(`^400.*${name}`));
  });

  test.each<[string, object]>([
    ['dateFieldsTimeReference', { dateFieldsTimeReference: winter }],
    ['readerField', { editorField: 'editor', readerField: 'reader' }],
  ])('of the editFieldsInfo of a new layer refuse %s', async (name, editFieldsInfo) => {
    const added = { layers: [{ ...layer, name: 'Other', editFieldsInfo }] };
    expect(textOf(await change('', 'addToDefinition', added))).toMatch(
      new RegExp(`^400.*editFieldsInfo.*${name}`),
    );
  });

  test.each<[string, object]>([
    ['enableOwnershipAccessControl', { editorTrackingInfo: { enableOwnershipAccessControl: true } }],
    ['trackReaders', { editorTrackingInfo: { trackReaders: true } }],
    ['timeZoneIANA', { dateFieldsTimeReference: winter }],
    ['offset', { dateFieldsTimeReference: { timeZone: 'UTC', offset: 3 } }],
  ])('of publish refuse %s', async (name, members) => {
    const given = { itemid: await rig.addMap(), publishParameters: JSON.stringify(members) };
    const refusal = textOf(await rig.call('/content/users/grace/publish', given));
    expect(refusal).toMatch(new RegExp(`^400.*publishParameters.*${name}`));
  });

  test('are taken as ArcGIS describes a service whose editors are not recorded', async () => {
    const usual = {
      editorTrackingInfo: {
        enableEditorTracking: false,
        enableOwnershipAccessControl: false,
        allowOthersToQuery: true,
        allowOthersToUpdate: true,
        allowOthersToDelete: true,
        allowAnonymousToQuery: true,
        allowAnonymousToUpdate: true,
        allowAnonymousToDelete: true,
      },
      dateFieldsTimeReference: { timeZone: 'UTC', timeZoneIANA: 'Etc/UTC', respectsDaylightSaving: false },
    };
    expect(await create({ name: 'Usual', ...usual })).toMatchObject({ success: true });
    expect(await change('', 'updateDefinition', usual)).toEqual({ success: true });
    const { dateFieldsTimeReference } = usual;
    expect(await change('/0', 'updateDefinition', { dateFieldsTimeReference })).toEqual({ success: true });
  });
});

describe('fieldMappings', () => {
  const append = (path: string, more: Record<string, string>) => {
    const edits = JSON.stringify({ features: [] });
    return ask(`${service}${path}/append`, { edits, appendUploadFormat: 'featureCollection', ...more });
  };

  test.each<[string, object]>([
    ['fieldMappings.0.*srcName', { name: 'height', srcName: 'h' }],
    ['fieldMappings.0.name', { sourceName: 'h' }],
    ['fieldMappings.0.expression', { name: 'height', expression: 'h * 2' }],
  ])('refuse %s', async (name, mapping) => {
    const wanted = new RegExp(`^400.*${name}`);
    expect(textOf(await append('/0', { fieldMappings: JSON.stringify([mapping]) }))).toMatch(wanted);
    const layerMappings = JSON.stringify([{ id: 0, fieldMappings: [mapping] }]);
    expect(textOf(await append('', { layerMappings }))).toMatch(wanted);
  });

  test('take members without a value', async () => {
    const mapping = { name: 'height', sourceName: 'h', expression: null };
    const { error } = await append('/0', { fieldMappings: JSON.stringify([mapping]) });
    expect(error).toBeUndefined();
  });
});
