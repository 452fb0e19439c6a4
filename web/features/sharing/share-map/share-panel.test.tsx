import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { mapAudienceSchema } from '../../../../wire/map-audience.ts';
import type { SharedMapSummary } from '../../../../wire/shared-map.ts';
import { changeSharedMap, createSharedMap, listSharedMaps, revokeSharedMap } from '../../../api/maps.ts';
import { createShortAddress, listShortAddresses, removeShortAddress } from '../../../api/short-addresses.ts';
import { type MapWork, useMapWork, useWorkState } from '../../../map/document/map-work.ts';
import { type Audience, audienceFor, AudienceContext } from '../../../context/audience.ts';
import { type OpenMap, OpenMapContext } from '../../../context/open-map.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { SharePanel } from './share-panel.tsx';

vi.mock('../../../map/document/map-work.ts', () => ({
  useMapWork: vi.fn<typeof useMapWork>(),
  useWorkState: vi.fn<typeof useWorkState>(),
}));

vi.mock('../../../api/maps.ts', () => ({
  createSharedMap: vi.fn<typeof createSharedMap>(),
  listSharedMaps: vi.fn<typeof listSharedMaps>(),
  changeSharedMap: vi.fn<typeof changeSharedMap>(),
  revokeSharedMap: vi.fn<typeof revokeSharedMap>(),
}));

const day = 86_400_000;
const url = 'https://m.example/demo/map/sid/abcdefghijk12345';
const document = { operationalLayers: [{ title: 'Stops', url: 'https://gis.example/0' }] };
const read = vi.fn<MapWork['read']>();

vi.mock('../../../api/short-addresses.ts', () => ({
  createShortAddress: vi.fn<typeof createShortAddress>(),
  listShortAddresses: vi.fn<typeof listShortAddresses>(),
  removeShortAddress: vi.fn<typeof removeShortAddress>(),
}));

function row(parts: Partial<SharedMapSummary> = {}): SharedMapSummary {
  return {
    sid: 'abcdefghijk12345',
    url,
    title: 'City',
    access: 'public',
    groups: [],
    owner: 'ada',
    created: Date.now(),
    modified: Date.now(),
    expires: null,
    revoked: false,
    ...parts,
  };
}
const page = (...results: SharedMapSummary[]) => ({
  total: results.length,
  start: 1,
  num: 10,
  nextStart: -1,
  results,
});

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(createSharedMap).mockResolvedValue({ sid: row().sid, url, removed: [] });
  vi.mocked(listSharedMaps).mockResolvedValue(page());
  vi.mocked(listShortAddresses).mockResolvedValue({ results: [], nextStart: -1 });
  read.mockReset().mockResolvedValue(document);
  vi.mocked(useMapWork).mockReturnValue({ read, bounds: () => undefined, source: {} } as unknown as MapWork);
  vi.mocked(useWorkState).mockReturnValue({ changes: [], dirty: false, undo: undefined, redo: undefined });
});
afterEach(() => vi.unstubAllGlobals());

describe('the audience of a link', () => {
  async function shareFor(audience: Audience) {
    const view = show(
      <AudienceContext value={audience}>
        <MapModelContext value={fakeMapModel().model}>
          <SharePanel />
        </MapModelContext>
      </AudienceContext>,
      { context: await fakeContext({ signedIn: true }) },
    );
    const create = async () => {
      await view.person.click(await view.screen.findByRole('button', { name: 'Create link' }));
      await waitFor(() => expect(createSharedMap).toHaveBeenCalled());
      return vi.mocked(createSharedMap).mock.lastCall?.[1].webMap;
    };
    return { ...view, create };
  }

  it('is chosen for the link and leaves the map as it is', async () => {
    const change = vi.fn<Audience['change']>();
    const { screen, person, create } = await shareFor(audienceFor(undefined, false, change));
    const [ofLink] = await screen.findAllByRole('button', { name: 'Change' });
    await person.click(ofLink as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Readers of this link' });
    await person.click(within(dialog).getByRole('combobox', { name: 'What readers get' }));
    await person.click(await screen.findByRole('option', { name: 'Viewer' }));
    await person.click(within(dialog).getByRole('switch', { name: 'Tables of layers' }));
    await person.type(within(dialog).getByRole('textbox', { name: 'Text above the legend' }), 'Welcome');
    await person.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await create()).toEqual({
      ...document,
      mappingAudience: { preset: 'viewer', tables: false, exports: true, copies: true, text: 'Welcome' },
    });
    expect(change).not.toHaveBeenCalled();
  });

  it('names the layers that can still be downloaded, and ends that for the user’s own', async () => {
    const services = 'https://portal.example/server/rest/services';
    read.mockResolvedValue({
      operationalLayers: [
        { title: 'Stops', url: `${services}/Stops/FeatureServer/0` },
        { title: 'Parks', url: `${services}/Parks/FeatureServer/2` },
        { title: 'Closed', url: `${services}/Closed/FeatureServer/0` },
      ],
    });
    let stops = 'Query,Extract';
    const log = fakeFetch({
      '/rest/services/Stops/FeatureServer': () => ({ capabilities: stops, serviceItemId: 's1' }),
      '/rest/services/Parks/FeatureServer': { capabilities: 'Query,Extract', serviceItemId: 'p1' },
      '/rest/services/Closed/FeatureServer': { capabilities: 'Query', serviceItemId: 'c1' },
      '/items/s1': { id: 's1', itemControl: 'admin' },
      '/items/p1': { id: 'p1' },
      '/updateDefinition': () => {
        stops = 'Query';
        return { success: true };
      },
      '/FeatureServer/0': {},
      '/FeatureServer/2': {},
    });
    const { screen, person } = await shareFor(audienceFor(undefined, false));
    await person.click((await screen.findAllByRole('button', { name: 'Change' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Readers of this link' });
    await person.click(within(dialog).getByRole('switch', { name: 'Printing and exporting' }));
    expect(await within(dialog).findByText(/allowed for .*Parks.* Only its owner can/)).toBeTruthy();
    expect(within(dialog).getByText(/allowed for .*Stops/)).toBeTruthy();
    expect(within(dialog).queryByText(/Closed/)).toBeNull();
    await person.click(within(dialog).getByRole('button', { name: 'Turn off downloads' }));
    await waitFor(() => expect(within(dialog).queryByText(/Stops/)).toBeNull());
    const sent = log.filter(({ path }) => path.endsWith('/updateDefinition'));
    expect(sent.map(({ path, params }) => [path, params['updateDefinition']])).toEqual([
      [expect.stringContaining('/admin/services/Stops/'), '{"capabilities":"Query"}'],
    ]);
  });

  it('may be members of some of the user’s groups', async () => {
    const { screen, person, create } = await shareFor(audienceFor(undefined, false));
    await person.click(await screen.findByRole('combobox', { name: 'Who can open it' }));
    await person.click(await screen.findByRole('option', { name: 'Members of groups' }));
    expect(screen.getByRole('button', { name: 'Create link' })).toHaveProperty('disabled', true);
    await person.click(screen.getByRole('combobox', { name: /^Groups/ }));
    await person.click(await screen.findByRole('option', { name: 'Administrators' }));
    await create();
    expect(vi.mocked(createSharedMap).mock.lastCall?.[1]).toMatchObject({
      access: 'groups',
      groups: ['admins'],
    });
  });

  it('cannot be changed by readers of the map', async () => {
    const own = mapAudienceSchema.parse({ preset: 'viewer' });
    const { screen, create } = await shareFor(audienceFor(own, true));
    expect(await create()).toMatchObject({ mappingAudience: own });
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
  });
});

it('is left out, with the reason, for accounts of another organisation', async () => {
  const portal = { url: 'https://www.arcgis.com', organisationId: 'harbour' };
  const context = await fakeContext({
    signedIn: true,
    config: { title: 'Harbour City', portal, sharing: { anonymous: true } },
  });
  show(
    <MapModelContext value={fakeMapModel().model}>
      <SharePanel />
    </MapModelContext>,
    { context },
  );
  expect(await screen.findByText('Only members of Harbour City share maps here')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
  expect(listSharedMaps).not.toHaveBeenCalled();
  expect(listShortAddresses).not.toHaveBeenCalled();
});

async function rig({
  signedIn = true,
  anonymous = false,
  ...answers
}: { signedIn?: boolean; anonymous?: boolean } & Record<string, unknown> = {}) {
  fakeFetch({
    '/0': {},
    ...(answers as Parameters<typeof fakeFetch>[0]),
  });
  const context = await fakeContext({ signedIn, config: { sharing: { anonymous } } });
  const view = show(
    <MapModelContext value={fakeMapModel().model}>
      <SharePanel />
    </MapModelContext>,
    { context },
  );
  return { ...view, context };
}

describe('permission to share', () => {
  it('prompts a visitor to sign in, and shows no list', async () => {
    const { person, screen, context } = await rig({ signedIn: false });
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
    expect(listSharedMaps).not.toHaveBeenCalled();
  });

  it('includes visitors where the organisation allows it', async () => {
    const { screen } = await rig({ signedIn: false, anonymous: true });
    expect(screen.getByRole('button', { name: 'Create link' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Maps you have shared' })).toBeNull();
  });
});

describe('creating a link', () => {
  it('sends the current map and viewpoint, then shows the link and the embed code', async () => {
    const { person, screen } = await rig();
    const title = screen.getByRole('textbox', { name: /Title/ });
    expect(title).toHaveProperty('value', 'City');
    await person.click(screen.getByRole('combobox', { name: 'Expires after' }));
    await person.click(screen.getByRole('option', { name: '7 days' }));
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveProperty('value', url);
    expect(screen.getByRole('textbox', { name: 'Embed in a page' })).toHaveProperty(
      'value',
      expect.stringContaining(`${url}?embed`),
    );
    expect(createSharedMap).toHaveBeenCalledExactlyOnceWith('demo', {
      title: 'City',
      webMap: document,
      access: 'public',
      viewpoint: { latitude: 51.16, longitude: 71.43, zoom: 12, rotation: 0 },
      expiresInDays: 7,
    });
  });

  it('sends the translations of the map’s title, while it is that of the link', async () => {
    const item = {
      id: 'm1',
      title: 'City',
      properties: { mappingTranslations: { de: { title: 'Stadt' } } },
    };
    const { person, screen } = show(
      <OpenMapContext value={{ item } as unknown as OpenMap}>
        <MapModelContext value={fakeMapModel().model}>
          <SharePanel />
        </MapModelContext>
      </OpenMapContext>,
      { context: await fakeContext({ signedIn: true }) },
    );
    const create = async () => person.click(await screen.findByRole('button', { name: 'Create link' }));
    const shared = () => vi.mocked(createSharedMap).mock.lastCall?.[1].webMap;
    await create();
    await waitFor(() =>
      expect(shared()).toEqual({ ...document, mappingTranslations: { de: { City: 'Stadt' } } }),
    );
    await person.click(await screen.findByRole('button', { name: 'Create another link' }));
    await person.type(await screen.findByRole('textbox', { name: /Title/ }), ' 2');
    await create();
    await waitFor(() => expect(shared()).toEqual(document));
  });

  it('has the title of a web scene and its translations', async () => {
    const item = { title: 'Roofs', properties: { mappingTranslations: { de: { title: 'Dächer' } } } };
    vi.mocked(useMapWork).mockReturnValue({
      read,
      bounds: () => undefined,
      source: { scene: { item } },
    } as unknown as MapWork);
    const { person, screen } = show(
      <MapModelContext value={fakeMapModel({ title: '' }).model}>
        <SharePanel />
      </MapModelContext>,
      { context: await fakeContext({ signedIn: true }) },
    );
    await person.click(await screen.findByRole('button', { name: 'Create link' }));
    await waitFor(() =>
      expect(createSharedMap).toHaveBeenCalledExactlyOnceWith(
        'demo',
        expect.objectContaining({
          title: 'Roofs',
          webMap: { ...document, mappingTranslations: { de: { Roofs: 'Dächer' } } },
        }),
      ),
    );
  });

  it('shows how many secrets were removed', async () => {
    vi.mocked(createSharedMap).mockResolvedValue({
      sid: row().sid,
      url,
      removed: ['layers[0].url', 'layers[1].url'],
    });
    const { person, screen } = await rig();
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText('2 tokens or passwords were removed from the shared map.')).toBeTruthy();
  });

  it('shows why it failed, keeps the input and can be retried', async () => {
    vi.mocked(createSharedMap).mockRejectedValueOnce(
      new MappingError('http:too-many-requests', 'Too many', { status: 429 }),
    );
    const { person, screen } = await rig();
    const title = screen.getByRole('textbox', { name: /Title/ });
    await person.clear(title);
    await person.type(title, 'For the council');
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many');
    expect(title).toHaveProperty('value', 'For the council');
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByRole('textbox', { name: 'Link' })).toBeTruthy();
  });

  it('requires a title', async () => {
    const { person, screen } = await rig();
    await person.clear(screen.getByRole('textbox', { name: /Title/ }));
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect(createSharedMap).not.toHaveBeenCalled();
  });
});

describe('what receivers may miss', () => {
  it('names the layer and the reason', async () => {
    const { screen } = await rig({ '/0': { error: { code: 499, message: 'Token required' } } });
    const layer = await screen.findByText('Stops');
    expect(layer.closest('li')?.textContent).toContain('Only for people who can sign in to it.');
  });

  it('reports a failed check, and retries', async () => {
    read.mockRejectedValue(new Error('The map is gone'));
    const { person, screen } = await rig();
    const again = await screen.findByRole('button', { name: 'Try again' });
    read.mockResolvedValue(document);
    await person.click(again);
    expect(await screen.findByText('Everyone who opens the link sees every layer.')).toBeTruthy();
  });
});

describe('the user’s shared maps', () => {
  it('are empty at first', async () => {
    const { screen } = await rig();
    expect(await screen.findByText('You haven’t shared any maps yet.')).toBeTruthy();
  });

  it('show access and expiry; an expired one offers nothing', async () => {
    vi.mocked(listSharedMaps).mockResolvedValue(
      page(
        row({ sid: 'a', title: 'Open', access: 'members', expires: Date.now() + 3 * day }),
        row({ sid: 'b', title: 'Over', expires: Date.now() - day }),
        row({ sid: 'c', title: 'Stopped', revoked: true }),
      ),
    );
    const { screen } = await rig();
    const [open, over, stopped] = await screen.findAllByRole('listitem');
    expect(open?.textContent).toMatch(/Signed-in members only · until /);
    expect(over?.textContent).toMatch(/Expired /);
    expect(stopped?.textContent).toBe('StoppedNo longer shared');
    expect(within(stopped as HTMLElement).queryByRole('button')).toBeNull();
    expect(within(stopped as HTMLElement).queryByRole('link')).toBeNull();
  });

  it('name the groups whose members may open one', async () => {
    vi.mocked(listSharedMaps).mockResolvedValue(page(row({ access: 'groups', groups: ['admins', 'gone'] })));
    const { screen, person } = await rig();
    expect((await screen.findByRole('listitem')).textContent).toMatch(/Members of Administrators · /);
    await person.click(screen.getByRole('button', { name: 'Actions for City' }));
    await person.click(screen.getByRole('menuitem', { name: 'Extend to all members' }));
    expect(changeSharedMap).toHaveBeenCalledWith('demo', row().sid, { access: 'members' });
  });

  it('are renamed, and a title that could not be stored stays in the field', async () => {
    vi.mocked(listSharedMaps).mockResolvedValue(page(row()));
    vi.mocked(changeSharedMap).mockRejectedValueOnce(new MappingError('shared-map:broken', 'Broken'));
    const { person, screen } = await rig();
    await person.click(await screen.findByRole('button', { name: 'Actions for City' }));
    await person.click(screen.getByRole('menuitem', { name: 'Rename' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Rename' }));
    const title = dialog.getByRole('textbox', { name: 'Title of the shared map' });
    await person.clear(title);
    await person.type(title, 'Old town{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toContain('Broken');
    expect(title).toHaveProperty('value', 'Old town');
    vi.mocked(listSharedMaps).mockResolvedValue(page(row({ title: 'Old town' })));
    await person.click(dialog.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByRole('link', { name: 'Old town' })).toBeTruthy();
    expect(changeSharedMap).toHaveBeenLastCalledWith('demo', row().sid, { title: 'Old town' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('require confirmation before one is ended, and remain when that fails', async () => {
    vi.mocked(listSharedMaps).mockResolvedValue(page(row()));
    vi.mocked(revokeSharedMap).mockRejectedValue(new MappingError('shared-map:broken', 'Broken'));
    const { person, screen } = await rig();
    await person.click(await screen.findByRole('button', { name: 'Actions for City' }));
    await person.click(screen.getByRole('menuitem', { name: 'Stop sharing' }));
    const dialog = screen.getByRole('dialog', { name: 'Stop sharing “City”?' });
    expect(revokeSharedMap).not.toHaveBeenCalled();
    await person.click(within(dialog).getByRole('button', { name: 'Stop sharing' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Broken');
    await person.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('link', { name: 'City' })).toBeTruthy();
  });

  it('copy their link, or show it where the browser does not allow copying', async () => {
    vi.mocked(listSharedMaps).mockResolvedValue(page(row()));
    const { person, screen } = await rig();
    const copy = async () => {
      await person.click(await screen.findByRole('button', { name: 'Actions for City' }));
      await person.click(screen.getByRole('menuitem', { name: 'Copy link' }));
    };
    await copy();
    expect((await screen.findByRole('status')).textContent).toBe('Copied');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Not allowed'));
    await copy();
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(url));
  });
});

describe('the short addresses of other maps', () => {
  it('are listed, and removed', async () => {
    const address = {
      code: 'abcdefgh',
      url: 'https://m.example/demo/m/abcdefgh',
      wid: 'f'.repeat(32),
      title: 'Bridges',
      owner: 'ada',
      created: 0,
    };
    vi.mocked(listShortAddresses).mockResolvedValueOnce({ results: [address], nextStart: -1 });
    const { person, screen } = await rig();
    expect(await screen.findByRole('link', { name: 'Bridges' })).toHaveProperty('href', address.url);
    // A map that has not been saved has no address to give.
    expect(screen.queryByRole('button', { name: 'Create short address' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Remove the short address of Bridges' }));
    expect(removeShortAddress).toHaveBeenCalledExactlyOnceWith('demo', 'abcdefgh');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Bridges' })).toBeNull());
  });
});
