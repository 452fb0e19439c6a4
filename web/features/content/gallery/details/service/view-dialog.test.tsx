import { within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { ItemDetails } from '../item-details.tsx';

afterEach(() => vi.unstubAllGlobals());

const root = 'https://portal.example/server/rest/services';
const layer = {
  id: 0,
  name: 'Trees',
  geometryType: 'esriGeometryPoint',
  objectIdField: 'OBJECTID',
  supportsAppend: true,
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'kind', alias: 'Kind', type: 'esriFieldTypeString' },
    { name: 'secret', alias: 'Secret', type: 'esriFieldTypeString' },
  ],
};
const rows = ({ params }: LoggedRequest) =>
  params['returnCountOnly']
    ? { count: params['where'] === '1=1' ? 25 : 3 }
    : { features: [{ attributes: { kind: 'Oak' } }] };

/** The data tab of a service's details, for its owner. */
async function openData(name: string, answers: Parameters<typeof fakeFetch>[0]) {
  const log = fakeFetch({ [`/${name}/FeatureServer/0/query`]: rows, ...answers });
  const item: Partial<PortalItem> = {
    type: 'Feature Service',
    title: name,
    url: `${root}/${name}/FeatureServer`,
    itemControl: 'admin',
    typeKeywords: ['Hosted Service'],
  };
  const shown = show(
    <ItemDetails
      item={webMap(item)}
      actions={{
        favourites: { possible: false, has: () => false, toggle: () => {} },
        copyLink: () => {},
        showDetails: () => {},
      }}
      onTag={() => {}}
      onMapIntent={() => {}}
    />,
    { context: await fakeContext({ signedIn: true }) },
  );
  await shown.person.click(await shown.screen.findByRole('tab', { name: 'Data' }));
  const sent = (end: string) => log.filter(({ path }) => path.endsWith(end));
  const sentJson = (end: string, name: string) => JSON.parse(sent(end)[0]?.params[name] ?? 'null') as unknown;
  return { ...shown, sent, sentJson };
}

const source = {
  '/rest/services/Trees/FeatureServer': { capabilities: 'Query', layers: [layer], tables: [] },
  '/rest/admin/services/Trees/FeatureServer/0': layer,
  '/createService': { itemId: 'made', serviceurl: `${root}/Oaks/FeatureServer` },
  '/rest/admin/services/Oaks/FeatureServer/addToDefinition': {
    success: true,
    layers: [{ id: 0, name: 'Trees' }],
  },
  '/rest/admin/services/Oaks/FeatureServer/0/updateDefinition': { success: true },
  '/items/made/update': { success: true },
};

describe('creating a view', () => {
  it('without a field is offered at the field, and warns that the layer itself stays readable', async () => {
    const { screen, person, sentJson } = await openData('Trees', source);
    expect(screen.queryByRole('button', { name: 'Hide OBJECTID in a view' })).toBeNull();
    await person.click(await screen.findByRole('button', { name: 'Hide Secret in a view' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create view layer' });
    expect(dialog.textContent).toContain('Everyone who sees the layer can read “Secret”');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Secret' }).checked).toBe(false);
    await person.click(within(dialog).getByRole('button', { name: 'Create view layer' }));
    await screen.findByText(/The view is created/);
    expect(sentJson('/FeatureServer/0/updateDefinition', 'updateDefinition')).toMatchObject({
      fields: [{ name: 'secret', visible: false }],
    });
  });

  async function fill(answers: object = {}, sql?: string) {
    const opened = await openData('Trees', { ...source, ...answers });
    const { screen, person } = opened;
    await person.click(await screen.findByRole('button', { name: 'Create view layer' }));
    const title = screen.getByRole('textbox', { name: /Title/ });
    await person.clear(title);
    await person.type(title, 'Oaks');
    await person.click(screen.getByRole('checkbox', { name: 'Secret' }));
    if (sql) {
      await person.click(screen.getByRole('button', { name: 'SQL' }));
      await person.type(screen.getByRole('textbox', { name: 'SQL condition' }), sql);
      await person.tab();
    } else {
      await person.click(screen.getByRole('button', { name: 'Add condition' }));
      await person.type(screen.getByRole('combobox', { name: 'Value' }), 'oak');
    }
    await screen.findByText('3 features are shown');
    const create = screen.getAllByRole('button', { name: 'Create view layer' }).at(-1);
    await person.click(create as HTMLElement);
    return opened;
  }

  it('sends the chosen fields and condition, and links to the view', async () => {
    const { screen, sent, sentJson } = await fill();
    expect((await screen.findByRole('link', { name: 'Oaks' })).getAttribute('href')).toContain('made');
    expect(sent('/createService')[0]?.params).toMatchObject({ isView: 'true' });
    expect(sent('/items/made/update')[0]?.params).toMatchObject({ title: 'Oaks' });
    expect(sentJson('/FeatureServer/addToDefinition', 'addToDefinition')).toMatchObject({
      layers: [
        {
          name: 'Trees',
          adminLayerInfo: { viewLayerDefinition: { sourceServiceName: 'Trees', sourceLayerId: 0 } },
        },
      ],
      tables: [],
    });
    expect(sentJson('/FeatureServer/0/updateDefinition', 'updateDefinition')).toEqual({
      viewDefinitionQuery: "(kind = 'oak')",
      fields: [{ name: 'secret', visible: false }],
    });
  });

  it('is not created while a condition lacks its value', async () => {
    const { screen, person, sent } = await openData('Trees', source);
    await person.click(await screen.findByRole('button', { name: 'Create view layer' }));
    await person.click(screen.getByRole('button', { name: 'Add condition' }));
    const create = screen.getAllByRole('button', { name: 'Create view layer' }).at(-1);
    await person.click(create as HTMLElement);
    expect(screen.getByText('Enter a value.')).toBeDefined();
    expect(sent('/createService')).toEqual([]);
  });

  it('sends a condition that was written as SQL', async () => {
    const { sentJson, screen } = await fill({}, "UPPER(kind) = 'OAK'");
    await screen.findByRole('link', { name: 'Oaks' });
    expect(sentJson('/FeatureServer/0/updateDefinition', 'updateDefinition')).toMatchObject({
      viewDefinitionQuery: "UPPER(kind) = 'OAK'",
    });
  });

  it('deletes a view whose fields could not be hidden', async () => {
    const { screen, sent } = await fill({
      '/rest/admin/services/Oaks/FeatureServer/0/updateDefinition': {
        error: { code: 400, message: 'Not today.' },
      },
      '/items/made/delete': { success: true },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Not today');
    expect(sent('/items/made/delete')).toHaveLength(1);
  });
});

describe('a view', () => {
  const view = {
    ...layer,
    viewDefinitionQuery: "kind = 'oak'",
    fields: layer.fields.map((field) => ({ ...field, visible: field.name !== 'secret' })),
  };
  const answers = {
    '/rest/services/Oaks/FeatureServer': { capabilities: 'Query', isView: true, layers: [view], tables: [] },
    '/rest/admin/services/Oaks/FeatureServer/0': view,
    '/rest/services/Oaks/FeatureServer/sources': { services: [{ name: 'Trees', serviceItemId: 'trees' }] },
    '/rest/admin/services/Oaks/FeatureServer/0/updateDefinition': { success: true },
  };

  it('names its source, and offers what a view can do', async () => {
    const { screen } = await openData('Oaks', answers);
    expect((await screen.findByRole('link', { name: 'Trees' })).getAttribute('href')).toContain('trees');
    await screen.findByText('Oak');
    expect(screen.queryByRole('button', { name: 'Add field' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Kind' })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Secret' })).toBeNull();
    expect(screen.getByText(/hidden/)).toBeDefined();
  });

  it('shows and hides fields', async () => {
    const { screen, person, sentJson } = await openData('Oaks', answers);
    await person.click(await screen.findByRole('button', { name: 'Show Secret' }));
    expect(sentJson('/FeatureServer/0/updateDefinition', 'updateDefinition')).toEqual({
      fields: [{ name: 'secret', visible: true }],
    });
  });

  it('changes which features it shows', async () => {
    const { screen, person, sentJson } = await openData('Oaks', answers);
    await person.click(await screen.findByRole('button', { name: 'Change what is shown' }));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Value' }).value).toBe('oak');
    await person.click(screen.getByRole('button', { name: 'Remove condition' }));
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(sentJson('/FeatureServer/0/updateDefinition', 'updateDefinition')).toMatchObject({
      viewDefinitionQuery: '',
      fields: expect.arrayContaining([
        { name: 'kind', visible: true },
        { name: 'secret', visible: false },
      ]),
    });
  });
});
