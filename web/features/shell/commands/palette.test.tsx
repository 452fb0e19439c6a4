import { screen, waitFor, within } from '@testing-library/react';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ada, fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import type { ApplicationContextValue } from '../../../context/application-context.ts';
import { FoundToolsContext, OpenToolContext } from '../../../context/open-map.ts';
import { recordMap } from '../../../context/recent-maps.ts';
import { useAskedPart } from '../../../context/tool-part.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { CommandButton, CommandsProvider, MapCommands } from './index.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tools = [
  { id: 'layers', title: 'viewer.layers', Icon: LayersOutlined },
  { id: 'edit', title: 'viewer.edit', Icon: LayersOutlined },
  { id: 'analysis', title: 'analysis.title', Icon: LayersOutlined },
] as const;

async function rig(
  parts: Parameters<typeof fakeContext>[0] = {},
  answers: Parameters<typeof fakeFetch>[0] = {},
) {
  const requested = fakeFetch({
    '/search': { total: 0, start: 1, num: 6, nextStart: -1, results: [] },
    ...answers,
  });
  const context: ApplicationContextValue = await fakeContext(parts);
  const view = show(
    <CommandsProvider>
      <button type="button">Elsewhere</button>
      <CommandButton />
    </CommandsProvider>,
    { context },
  );
  return { ...view, requested, context };
}

async function opened(...given: Parameters<typeof rig>) {
  const view = await rig(...given);
  await view.person.keyboard('{Control>}k{/Control}');
  return { ...view, field: await screen.findByRole('combobox') };
}

const option = (name: string | RegExp) => screen.findByRole('option', { name });

describe('the palette', () => {
  it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
    'opens by %s, with the focus in the field',
    async (keys) => {
      const { person } = await rig();
      await person.keyboard(keys);
      const field = await screen.findByRole('combobox');
      await waitFor(() => expect(document.activeElement).toBe(field));
    },
  );

  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Ctrl K'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Ctrl K'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', '⌘ K'],
  ])('has the keys of the keyboard: %s shows %s', async (userAgent, keys) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    const { person } = await rig();
    await person.hover(screen.getByRole('button', { name: 'Commands' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe(`Commands${keys}`);
  });

  it('opens by its button, and Escape returns the focus', async () => {
    const { person } = await rig();
    const button = screen.getByRole('button', { name: 'Commands' });
    await person.click(button);
    await screen.findByRole('combobox');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  it('regains the focus when an element behind it takes it', async () => {
    const { field } = await opened();
    expect(screen.getByRole('dialog', { name: 'Commands' })).toBeDefined();
    screen.getByRole('button', { name: 'Elsewhere', hidden: true }).focus();
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('closes with the same keys, and discards the text', async () => {
    const { person, field } = await opened();
    await person.type(field, 'dark');
    await person.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.keyboard('{Control>}k{/Control}');
    expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('');
  });

  it('keeps text typed before it is loaded', async () => {
    const { person } = await rig();
    await person.keyboard('{Control>}k{/Control}dark');
    expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('dark');
    await option('Theme: dark');
  });

  it('announces the selected option and the number of options', async () => {
    const { person, field } = await opened();
    await person.type(field, 'theme');
    const first = await option('Theme: light');
    await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(first.id));
    await person.keyboard('{ArrowDown}');
    const second = await option('Theme: dark');
    expect(field.getAttribute('aria-activedescendant')).toBe(second.id);
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    expect(screen.getByRole('status').textContent).toBe('3 results');
  });

  it('groups its options by name', async () => {
    await opened();
    const group = await screen.findByRole('group', { name: 'Pages' });
    expect(within(group).getAllByRole('option')).toHaveLength(3);
  });

  it('reports when nothing matches', async () => {
    const { person, field } = await opened();
    await person.type(field, 'qqqqqq');
    expect(await screen.findByText('No results for “qqqqqq”')).toBeDefined();
    expect(screen.queryByRole('option')).toBeNull();
  });
});

describe('the commands of every page', () => {
  it('open a page', async () => {
    const { person, field, router } = await opened();
    await person.type(field, 'gallery');
    await option('Map gallery');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/demo/gallery'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('show members and administrators only their own pages', async () => {
    await opened();
    await option('Home');
    expect(screen.queryByRole('option', { name: 'My content' })).toBeNull();
    expect(screen.queryByRole('option', { name: 'Administration' })).toBeNull();
  });

  it('show administrators the administration', async () => {
    await opened({ user: ada, isAdmin: true });
    expect(await option('Administration')).toBeDefined();
    expect(await option('My content')).toBeDefined();
  });

  it('sign in and out', async () => {
    const { person, field, context } = await opened();
    await person.type(field, 'sign in');
    await option('Sign in');
    await person.keyboard('{Enter}');
    expect(context.signIn).toHaveBeenCalledOnce();
  });

  it('open a closed integration', async () => {
    const { person, field, context } = await opened({
      availableIntegrations: [
        {
          id: 'pano',
          type: 'panorama',
          title: 'Panoramas',
          enabled: true,
          display: 'frame',
          config: {},
          state: 'inactive',
        },
      ],
    });
    await person.type(field, 'pano');
    await option('Open Panoramas');
    await person.keyboard('{Enter}');
    expect(context.openIntegration).toHaveBeenCalledWith('pano');
  });

  it('switch units, and mark the current ones', async () => {
    const { person, field } = await opened();
    await person.type(field, 'imperial');
    await option('Units: imperial');
    await person.keyboard('{Enter}');
    expect(localStorage.getItem('mapping.units')).toBe('imperial');
    await person.keyboard('{Control>}k{/Control}');
    expect(await option(/Units: imperial Active/)).toBeDefined();
  });

  it('find languages by their native names, once text is typed', async () => {
    const { person, field } = await opened();
    await option('Home');
    expect(screen.queryByRole('option', { name: /Language: Deutsch/ })).toBeNull();
    await person.type(field, 'deutsch');
    expect(await option('Language: Deutsch')).toBeDefined();
  });
});

describe('maps in the palette', () => {
  it('are those opened on this device, before text is typed', async () => {
    recordMap(localStorage, 'demo', { kind: 'wid', id: 'm7', title: 'Trams', openedAt: 1 });
    const { person, field, router } = await opened();
    await option('Trams');
    await person.type(field, 'tram');
    await option('Trams');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/demo/map/wid/m7'));
  });

  it('have the titles of the user’s language', async () => {
    const properties = { mappingTranslations: { en: { title: 'Trams' } } };
    recordMap(localStorage, 'demo', {
      kind: 'wid',
      id: 'm7',
      title: 'Straßenbahnen',
      properties,
      openedAt: 1,
    });
    const { person, field } = await opened();
    await person.type(field, 'tram');
    expect(await option('Trams')).toBeDefined();
  });

  it('are searched on the portal', async () => {
    const { person, field, requested } = await opened(
      {},
      {
        '/search': {
          total: 1,
          start: 1,
          num: 6,
          nextStart: -1,
          results: [webMap({ id: 'm9', title: 'Rivers' })],
        },
      },
    );
    await person.type(field, 'river');
    expect(await option('Rivers')).toBeDefined();
    expect(requested.at(-1)?.params['q']).toContain('river*');
  });

  it('report an unresponsive portal, and keep the rest usable', async () => {
    const { person, field } = await opened({}, { '/search': { error: { code: 500, message: 'no' } } });
    await person.type(field, 'theme');
    expect(await screen.findByText('Couldn’t search maps.')).toBeDefined();
    expect(await option('Theme: dark')).toBeDefined();
  });
});

describe('commands within a map', () => {
  async function inMap(
    parts: Parameters<typeof fakeContext>[0] = {},
    state: Parameters<typeof fakeMapModel>[0] = {},
    at = '/demo',
  ) {
    fakeFetch({ '/search': { total: 0, start: 1, num: 6, nextStart: -1, results: [] } });
    const bookmarks = { toArray: () => [{ name: 'Old town', viewpoint: { rotation: 0 } }] };
    const goTo = vi.fn<(target: unknown) => Promise<void>>(async () => {});
    const map = fakeMapModel(
      { layers: [fakeLayer(), fakeLayer({ id: 'parks', title: 'Parks', visible: false })], ...state },
      { view: { map: { bookmarks }, goTo } as never },
    );
    const openTool = vi.fn<(id: string) => void>();
    const view = show(
      <CommandsProvider>
        <MapModelContext value={map.model}>
          <OpenToolContext value={openTool}>
            <FoundToolsContext value={new Set(['layers', 'analysis'])}>
              <MapCommands tools={tools} />
            </FoundToolsContext>
          </OpenToolContext>
        </MapModelContext>
      </CommandsProvider>,
      { context: await fakeContext(parts), at },
    );
    await view.person.keyboard('{Control>}k{/Control}');
    return { ...view, ...map, goTo, openTool, field: await screen.findByRole('combobox') };
  }

  it('open its tools, omitting those that are not listed for the user', async () => {
    const { person, field, openTool } = await inMap();
    await option('Layers');
    expect(screen.queryByRole('option', { name: 'Edit' })).toBeNull();
    await person.type(field, 'layers');
    await person.keyboard('{Enter}');
    expect(openTool).toHaveBeenCalledWith('layers');
  });

  it('open a tool at what it does', async () => {
    const { person, field, openTool } = await inMap();
    expect(screen.queryByRole('option', { name: /Buffer/ })).toBeNull();
    const asked = vi.fn<(part: string) => void>();
    const Panel = () => {
      useAskedPart('analysis', asked);
      return null;
    };
    await person.type(field, 'buffer');
    await person.click(await option('Buffer · Analysis'));
    expect(openTool).toHaveBeenCalledWith('analysis');
    const { unmount } = show(<Panel />);
    expect(asked).toHaveBeenCalledExactlyOnceWith('buffer');
    unmount();
    show(<Panel />);
    expect(asked).toHaveBeenCalledOnce();
  });

  it('show the map in 3D', async () => {
    const { person, field, router } = await inMap();
    await person.type(field, '3D');
    await person.click(await option('Show in 3D'));
    expect(router.state.location.search).toBe('?view=scene');
  });

  it('open the form of a layer to which the user may add, in a map with an item', async () => {
    const layers = [fakeLayer({ id: 'lamps', title: 'Lamps', editable: true }), fakeLayer()];
    const { person, field, router } = await inMap({}, { layers }, '/demo/map/wid/m1');
    await person.type(field, 'form of');
    await person.click(await option('Open the form of Lamps'));
    expect(router.state.location).toMatchObject({ pathname: '/demo/form/m1', search: '?layer=lamps' });
  });

  it('open it again with the reason when one fails', async () => {
    const { person, field, model } = await inMap();
    model.goToLayer.mockRejectedValue(new MappingError('portal:unreachable', 'Failed to fetch'));
    await person.type(field, 'zoom to stops');
    await person.click(await option('Zoom to Stops'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/connection|reach|respond/);
  });

  it('report a missing geocoder instead of no matches', async () => {
    const { person, field } = await inMap({ portal: { id: 'p1', name: 'Portal', helperServices: {} } });
    await person.type(field, 'Nurzhol');
    expect(await screen.findByText(/portal:service-not-found/)).toBeDefined();
    expect(screen.queryByText(/^No results/)).toBeNull();
    await person.clear(field);
    await person.type(field, 'layers');
    await option('Layers');
    await waitFor(() => expect(screen.queryByText(/portal:service-not-found/)).toBeNull());
  });

  it('show, hide and zoom to its layers', async () => {
    const { person, field, model } = await inMap();
    await person.type(field, 'show parks');
    await option('Show Parks');
    await person.keyboard('{Enter}');
    expect(model.setLayerVisible).toHaveBeenCalledWith('parks', true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await screen.findByRole('combobox'), 'zoom stops');
    await option('Zoom to Stops');
    await person.keyboard('{Enter}');
    expect(model.goToLayer).toHaveBeenCalledWith('stops');
  });

  it('zoom to its bookmarks', async () => {
    const { person, field, goTo } = await inMap();
    await person.type(field, 'old town');
    await option('Old town');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(goTo).toHaveBeenCalledWith({ rotation: 0 }));
  });

  it('recognise a typed position', async () => {
    const { person, field } = await inMap();
    await person.type(field, '51.16 71.47');
    expect(await option('51.160000, 71.470000')).toBeDefined();
  });
});
