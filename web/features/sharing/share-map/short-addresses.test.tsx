import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import type { ShortAddress } from '../../../../wire/short-address.ts';
import { createShortAddress, listShortAddresses, removeShortAddress } from '../../../api/short-addresses.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { ShortAddresses } from './short-addresses.tsx';

vi.mock('../../../api/short-addresses.ts', () => ({
  createShortAddress: vi.fn<typeof createShortAddress>(),
  listShortAddresses: vi.fn<typeof listShortAddresses>(),
  removeShortAddress: vi.fn<typeof removeShortAddress>(),
}));

const wid = 'a'.repeat(32);
const address = (title: string, parts: Partial<ShortAddress> = {}): ShortAddress => ({
  code: title.padEnd(8, 'x'),
  url: `https://m.example/demo/m/${title}`,
  wid: 'f'.repeat(32),
  title,
  owner: 'ada',
  created: 0,
  ...parts,
});

/** The addresses that the server has. */
let stored: ShortAddress[] = [];
beforeEach(() => {
  vi.clearAllMocks();
  stored = [];
  vi.mocked(listShortAddresses).mockImplementation(async () => ({ results: stored, nextStart: -1 }));
  vi.mocked(createShortAddress).mockImplementation(async (_org, made) => {
    const created = address('City', made);
    stored = [created];
    return created;
  });
  vi.mocked(removeShortAddress).mockImplementation(async () => {
    stored = [];
  });
});

const open = async (title = 'City') =>
  show(
    <MapModelContext value={fakeMapModel({ title }).model}>
      <ShortAddresses />
    </MapModelContext>,
    {
      context: await fakeContext({ signedIn: true }),
      at: `/demo/map/wid/${wid}`,
      path: '/:org/map/wid/:wid',
    },
  );

describe('the short address of a saved map', () => {
  it('is created with the title of the map, shown with its QR code, and removed', async () => {
    const { person, screen } = await open();
    await person.click(await screen.findByRole('button', { name: 'Create short address' }));
    expect(createShortAddress).toHaveBeenCalledExactlyOnceWith('demo', { wid, title: 'City' });
    const field = await screen.findByRole('textbox', { name: 'Short address' });
    expect(field).toHaveProperty('value', 'https://m.example/demo/m/City');
    expect(screen.getByRole('img', { name: 'QR code of the link' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Create short address' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Remove short address' }));
    expect(removeShortAddress).toHaveBeenCalledExactlyOnceWith('demo', 'Cityxxxx');
    expect(await screen.findByRole('button', { name: 'Create short address' })).toBeDefined();
  });

  it('has the beginning of a long title', async () => {
    const { person, screen } = await open('x'.repeat(300));
    await person.click(await screen.findByRole('button', { name: 'Create short address' }));
    expect(vi.mocked(createShortAddress).mock.lastCall?.[1].title).toBe('x'.repeat(250));
  });

  it('is shown where it exists already, apart from those of other maps', async () => {
    stored = [address('Bridges'), address('City', { wid })];
    const { screen } = await open();
    const field = await screen.findByRole('textbox', { name: 'Short address' });
    expect(field).toHaveProperty('value', 'https://m.example/demo/m/City');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Bridgesm.example/demo/m/Bridges',
    ]);
  });

  it('shows why it could not be created, and can be retried', async () => {
    vi.mocked(createShortAddress).mockRejectedValueOnce(
      new MappingError('http:too-many-requests', 'Too many', { status: 429 }),
    );
    const { person, screen } = await open();
    await person.click(await screen.findByRole('button', { name: 'Create short address' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many');
    await person.click(screen.getByRole('button', { name: 'Create short address' }));
    expect(await screen.findByRole('textbox', { name: 'Short address' })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

it('lists the short addresses of other maps in pages', async () => {
  vi.mocked(listShortAddresses).mockImplementation(async (_org, start) =>
    start === 1
      ? { results: [address('Bridges')], nextStart: 101 }
      : { results: [address('Tunnels')], nextStart: -1 },
  );
  const { person, screen } = await open();
  await screen.findByRole('link', { name: 'Bridges' });
  await person.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: 'Tunnels' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
