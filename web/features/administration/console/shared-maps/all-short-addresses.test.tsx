import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { show } from '../../../../../testing/web/render.tsx';
import type { ShortAddress } from '../../../../../wire/short-address.ts';
import { listAllShortAddresses, removeShortAddress } from '../../../../api/short-addresses.ts';
import { AllShortAddresses } from './all-short-addresses.tsx';

vi.mock('../../../../api/short-addresses.ts', () => ({
  listAllShortAddresses: vi.fn<typeof listAllShortAddresses>(),
  removeShortAddress: vi.fn<typeof removeShortAddress>(async () => {}),
}));

const address = (number: number): ShortAddress => ({
  code: `code${number}`,
  url: `https://maps.example/demo/m/code${number}`,
  wid: `map${number}`,
  title: `Map ${number}`,
  owner: 'grace',
  created: 0,
});

it('all short addresses of an organisation are reached, and removed after a question', async () => {
  vi.mocked(listAllShortAddresses).mockImplementation(async (_org, start) =>
    start === 1 ? { results: [address(1)], nextStart: 101 } : { results: [address(101)], nextStart: -1 },
  );
  const { person } = show(<AllShortAddresses />, { context: await fakeContext() });
  await person.click(await screen.findByRole('button', { name: 'Short address' }));
  // The next page loads when the end of the list is seen.
  expect((await screen.findByText('Map 101')).getAttribute('href')).toBe(
    'https://maps.example/demo/m/code101',
  );
  await person.click(screen.getByRole('button', { name: 'Remove the short address of Map 101' }));
  expect(removeShortAddress).not.toHaveBeenCalled();
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByRole('button', { name: 'Remove short address' }));
  expect(removeShortAddress).toHaveBeenCalledExactlyOnceWith('demo', 'code101');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('an organisation without short addresses has no list of them', async () => {
  vi.mocked(listAllShortAddresses).mockResolvedValue({ results: [], nextStart: -1 });
  const { container } = show(<AllShortAddresses />, { context: await fakeContext() });
  await waitFor(() => expect(listAllShortAddresses).toHaveBeenCalled());
  expect(container.textContent).toBe('');
});
