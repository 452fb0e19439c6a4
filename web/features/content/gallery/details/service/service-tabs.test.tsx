import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../../../testing/web/fake-fetch.ts';
import { fakeUpload } from '../../../../../../testing/web/fake-upload.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import type { Portal, PortalItem } from '../../../../../portal/portal-types.ts';
import { ItemDetails } from '../item-details.tsx';
import { readList, writeList } from './field-kinds.ts';

afterEach(() => vi.unstubAllGlobals());

const url = 'https://portal.example/server/rest/services/Trees/FeatureServer';
const parts: Partial<PortalItem> = {
  type: 'Feature Service',
  title: 'Trees',
  url,
  access: 'org',
  itemControl: 'admin',
  typeKeywords: ['Hosted Service'],
  protected: false,
};
const layer = {
  id: 0,
  name: 'Trees',
  objectIdField: 'OBJECTID',
  fields: [
    { name: 'OBJECTID', alias: 'OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'kind', alias: 'Kind', type: 'esriFieldTypeString' },
  ],
  editingInfo: { lastEditDate: Date.now() },
  adminLayerInfo: { size: 24_000 },
};
const answers = {
  '/rest/services/Trees/FeatureServer': { capabilities: 'Query', layers: [layer], tables: [] },
  '/rest/admin/services/Trees/FeatureServer/0': layer,
  '/FeatureServer/0/query': ({ params }: LoggedRequest) =>
    params['returnCountOnly'] ? { count: 25 } : { features: [{ attributes: { OBJECTID: 1, kind: 'Oak' } }] },
};

async function open(
  tab: string,
  more: Parameters<typeof fakeFetch>[0] = {},
  item: Partial<PortalItem> = {},
  portal: Portal = { id: 'p1', name: 'Portal' },
) {
  const log = fakeFetch({ ...answers, ...more });
  const details = (
    <ItemDetails
      item={webMap({ ...parts, ...item })}
      actions={{
        favourites: { possible: false, has: () => false, toggle: () => {} },
        copyLink: () => {},
        showDetails: () => {},
      }}
      onTag={() => {}}
      onMapIntent={() => {}}
    />
  );
  const shown = show(details, { context: await fakeContext({ signedIn: true, portal }) });
  await shown.person.click(await shown.screen.findByRole('tab', { name: tab }));
  return { ...shown, log };
}

describe('a service whose host the page may not request yet', () => {
  it('has its host allowed from the next page load', async () => {
    const hosts = document.createElement('meta');
    Object.assign(hosts, { name: 'hosts', content: location.origin });
    document.head.append(hosts);
    history.replaceState(null, '', '/demo/gallery');
    const url = 'https://gis.example.org/arcgis/rest/services/Trees/FeatureServer';
    const stored: string[] = [];
    const store = ({ params }: LoggedRequest) => {
      stored.push(...Object.keys(params));
      return {};
    };
    await open('Data', { '/api/demo/page-hosts': store }, { url });
    await expect.poll(() => stored).toEqual(['{"hosts":["https://gis.example.org"]}']);
    history.replaceState(null, '', '/');
    hosts.remove();
  });
});

describe('the settings of a hosted layer', () => {
  it('send the chosen rule and confirm that it is saved', async () => {
    const changed = {
      ...answers['/rest/services/Trees/FeatureServer'],
      capabilities: 'Query,Create,Editing',
    };
    const { screen, person, log } = await open('Settings', {
      '/rest/services/Trees/FeatureServer': [answers['/rest/services/Trees/FeatureServer'], changed],
      '/FeatureServer/updateDefinition': { success: true },
    });
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'No editing' })).checked).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await person.click(screen.getByRole('radio', { name: 'Add features' }));
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    const sent = log.find(({ path }) => path.endsWith('/updateDefinition'));
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/server/rest/admin/services/Trees/FeatureServer/updateDefinition',
    });
    expect(JSON.parse(sent?.params['updateDefinition'] ?? '')).toEqual({
      capabilities: 'Query,Editing,Create',
      editorTrackingInfo: {
        enableEditorTracking: true,
        enableOwnershipAccessControl: false,
        allowOthersToQuery: true,
        allowOthersToUpdate: true,
        allowOthersToDelete: true,
      },
    });
  });

  it('keep the choice when it is refused', async () => {
    const { screen, person } = await open('Settings', {
      '/FeatureServer/updateDefinition': { error: { code: 400, message: 'The service is in use.' } },
    });
    await person.click(await screen.findByRole('radio', { name: 'Add, change and delete all features' }));
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('in use');
    const all = screen.getByRole<HTMLInputElement>('radio', { name: 'Add, change and delete all features' });
    expect(all.checked).toBe(true);
  });

  it.each<[string, Partial<PortalItem>]>([
    ['others', { itemControl: '' }],
    ['the owner of an item that points to a service of another server', { typeKeywords: ['Service'] }],
  ])('are not offered to %s', async (_who, item) => {
    const { screen } = await open('Data', { '/rest/services/Trees/FeatureServer/0': layer }, item);
    await screen.findByText('Oak');
    expect(screen.queryByRole('tab', { name: 'Settings' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add field' })).toBeNull();
  });
});

describe('the data of a hosted layer', () => {
  it('shows rows, count and size', async () => {
    const { screen } = await open('Data');
    await screen.findByText('Oak');
    expect(screen.getByText('25 rows')).toBeDefined();
    expect(screen.getByText('24 kB')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'The first 1 of 25 rows' })).toBeDefined();
  });

  it('adds a field named by its label', async () => {
    const { screen, person, log } = await open('Data', { '/0/addToDefinition': { success: true } });
    await person.click(await screen.findByRole('button', { name: 'Add field' }));
    await person.type(screen.getByRole('textbox', { name: 'Label' }), 'Kind');
    expect(screen.getByText('Field name: kind_1')).toBeDefined();
    await person.type(screen.getByRole('textbox', { name: 'Allowed values' }), 'oak = Oak');
    await person.type(screen.getByRole('textbox', { name: 'Default value' }), 'oak');
    const buttons = screen.getAllByRole('button', { name: 'Add field' });
    await person.click(buttons.at(-1) as HTMLElement);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = log.find(({ path }) => path.endsWith('/addToDefinition'))?.params['addToDefinition'];
    expect(JSON.parse(sent ?? '')).toMatchObject({
      fields: [
        {
          name: 'kind_1',
          alias: 'Kind',
          type: 'esriFieldTypeString',
          defaultValue: 'oak',
          domain: { type: 'codedValue', codedValues: [{ name: 'Oak', code: 'oak' }] },
        },
      ],
    });
  });

  it('asks before a field is deleted, and never offers to delete the key', async () => {
    let { fields } = layer;
    const { screen, person, log } = await open('Data', {
      '/rest/admin/services/Trees/FeatureServer/0': () => ({ ...layer, fields }),
      '/0/deleteFromDefinition': () => {
        fields = fields.slice(0, 1);
        return { success: true };
      },
    });
    await screen.findByText('25 rows');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete OBJECTID' }).disabled).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Delete Kind' }));
    expect(screen.getByRole('dialog').textContent).toContain('25 rows');
    expect(log.some(({ path }) => path.endsWith('/deleteFromDefinition'))).toBe(false);
    await person.click(screen.getByRole('button', { name: 'Delete field' }));
    await vi.waitFor(() =>
      expect(log.find(({ path }) => path.endsWith('/deleteFromDefinition'))?.params).toMatchObject({
        deleteFromDefinition: JSON.stringify({ fields: [{ name: 'kind' }] }),
      }),
    );
    // The button has gone with its row.
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Fields' })),
    );
  });
});

describe('reports of visitors', () => {
  const embedded = { id: 'p1', name: 'Portal', uploadPreviews: true };

  it('are allowed and hidden with two switches', async () => {
    let access: object | undefined;
    const { screen, person, log } = await open(
      'Settings',
      {
        '/rest/services/Trees/FeatureServer': { capabilities: 'Query,Create', layers: [layer], tables: [] },
        '/rest/admin/services/Trees/FeatureServer/0': () => ({ ...layer, visitorAccess: access }),
        '/0/updateDefinition': ({ params }: LoggedRequest) => {
          ({ visitorAccess: access } = JSON.parse(params['updateDefinition'] ?? '{}'));
          return { success: true };
        },
      },
      { access: 'public' },
      embedded,
    );
    const sent = () =>
      log
        .filter(({ path }) => path.endsWith('/updateDefinition'))
        .map(({ params }) => params['updateDefinition']);
    await person.click(await screen.findByRole('switch', { name: /may add features/ }));
    await vi.waitFor(() => expect(sent()).toEqual(['{"visitorAccess":{"add":true,"query":true}}']));
    const sees = await screen.findByRole('switch', { name: 'Visitors see the features' });
    await vi.waitFor(() => expect(sees).toHaveProperty('disabled', false));
    await person.click(sees);
    await vi.waitFor(() => expect(sent().at(-1)).toBe('{"visitorAccess":{"add":true,"query":false}}'));
  });

  it('need a service that takes new features', async () => {
    const { screen } = await open('Settings', {}, { access: 'public' }, embedded);
    expect(await screen.findByRole('switch', { name: /may add features/ })).toHaveProperty('disabled', true);
    expect(screen.getByText(/kind of editing/)).toBeDefined();
  });

  it('are not offered on other portals', async () => {
    const { screen } = await open('Settings');
    await screen.findByText('Editing');
    expect(screen.queryByText('Reports of visitors')).toBeNull();
  });
});

describe('appending a file to a hosted layer', () => {
  const preview = {
    format: 'csv',
    complete: true,
    layers: [{ name: 'trees', geometryType: null, featureCount: 2, fields: layer.fields, rows: [] }],
    notes: [],
  };

  /** Chooses a file, which the portal describes. */
  async function choose(more: Parameters<typeof fakeFetch>[0] = {}) {
    fakeUpload({ id: 'f1' });
    const { screen, person, log } = await open(
      'Data',
      {
        '/rest/admin/services/Trees/FeatureServer/0': { ...layer, supportsAppend: true },
        '/analyze': { publishParameters: { name: 'trees' }, preview },
        '/items/f1/delete': { success: true },
        ...more,
      },
      {},
      { id: 'p1', name: 'Portal', uploadPreviews: true },
    );
    await person.click(await screen.findByRole('button', { name: 'Append data' }));
    const file = new File(['a'], 'trees.csv');
    await person.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), file);
    await screen.findByText('trees.csv has 2 rows.');
    return { screen, person, deleted: () => log.filter(({ path }) => path.endsWith('/items/f1/delete')) };
  }

  it.each([
    ['an answer that was lost', new TypeError('Failed to fetch'), /^Something went wrong.*isn’t known/],
    [
      'a refusal',
      { error: { code: 400, message: 'The layer is gone.', details: [] } },
      /^Nothing was changed/,
    ],
  ])('says what is known after %s', async (_what, answer, text) => {
    const { screen, person } = await choose({ '/0/append': answer });
    await person.click(screen.getByRole('button', { name: 'Append' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });

  it('explains in the user’s language why the file does not fit the layer', async () => {
    const message = 'The file has no field for: height.';
    const { screen, person } = await choose({
      '/0/append': { statusUrl: `${url}/0/append/jobs/j1` },
      '/append/jobs/j1': {
        status: 'Failed',
        statusMessage: message,
        faults: [{ path: 'fieldMappings', message, code: 'append-missing', values: { fields: 'Height' } }],
      },
    });
    await person.click(screen.getByRole('button', { name: 'Append' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Nothing was changedThe file has no values for these fields of the layer: Height.',
    );
  });

  it('leaves no file when another is chosen instead', async () => {
    const { screen, person, deleted } = await choose();
    await person.click(screen.getByRole('button', { name: 'Choose another file' }));
    await vi.waitFor(() => expect(deleted()).toHaveLength(1));
  });

  it.each(['before it starts', 'while it runs'])('leaves no file when the page closes %s', async (when) => {
    const { screen, person, deleted } = await choose({
      '/0/append': { statusUrl: `${url}/0/append/jobs/j1` },
      '/append/jobs/j1': {
        status: 'InProgress',
        progress: { stage: 'writing', share: 0.5, featureCount: 1 },
      },
    });
    if (when === 'while it runs') {
      await person.click(screen.getByRole('button', { name: 'Append' }));
      await screen.findByText('1 row read');
    }
    window.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(() => expect(deleted()).toHaveLength(1));
  });
});

describe('a list of values', () => {
  it.each([
    ['oak', 'Oak'],
    ['a = b', 'Sum'],
    ['a = b', 'a = b'],
    ['a', 'b = c'],
    ['"a" = b', 'Quoted'],
    ['"a"', '"a"'],
    ['"a"', 'Quoted'],
    [' a ', 'Spaces'],
    ['', 'Nothing'],
    ['a\\', 'Backslash'],
  ])('keeps the code %j with the label %j', (code, name) => {
    const list = { type: 'codedValue' as const, name: 'kinds', codedValues: [{ code, name }] };
    expect(readList(writeList(list), 'kinds', 'text')).toEqual(list);
  });
});
