import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { StorageLine } from './storage-line.tsx';

afterEach(() => vi.unstubAllGlobals());

const storage = {
  used: { bytes: 1_200_000_000, items: 12, features: 3400, uploadSeconds: 0 },
  most: { bytes: 5_000_000_000, items: 10_000, features: 10_000_000, uploadSeconds: 14_400 },
  largest: [
    { id: 'a', title: 'Trees', type: 'Feature Service', bytes: 900_000_000, features: 3400 },
    { id: 'b', title: 'Parks', type: 'Web Map', bytes: 1_000, features: 0 },
  ],
};

const line = async (contentStorage: boolean) => {
  const context = await fakeContext({ signedIn: true });
  const portal = { ...(context.portal ?? { id: 'p', name: 'Portal' }), contentStorage };
  return show(<StorageLine username="ada" />, { context: { ...context, portal } });
};

describe('storage use', () => {
  it('is shown as a total and per item', async () => {
    fakeFetch({ '/community/users/ada/storage': storage });
    const { screen, person } = await line(true);
    expect(await screen.findByText('1.2 GB of 5 GB used')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Show storage use' }));
    const dialog = await screen.findByRole('dialog', { name: 'Storage use' });
    expect(dialog.textContent).toMatch(
      /Items: 12 of 10,000.*Features: 3,400 of 10,000,000.*Trees.*900 MB.*Parks.*1 kB/,
    );
  });

  it('is not requested from a portal that does not report it', async () => {
    const log = fakeFetch({});
    const { screen } = await line(false);
    expect(screen.queryByText(/used/)).toBeNull();
    expect(log).toEqual([]);
  });
});
