import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { StorageLine } from './storage-line.tsx';

afterEach(() => vi.unstubAllGlobals());

const storage = {
  used: { bytes: 1_200_000_000, items: 12, features: 3400, sharedMaps: 1001, uploadSeconds: 7199 },
  most: {
    bytes: 5_000_000_000,
    items: 10_000,
    features: 10_000_000,
    sharedMaps: 1000,
    uploadSeconds: 14_400,
  },
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
      /Items: 12 of 10,000.*Features: 3,400 of 10,000,000.*Shared maps: 1,001 of 1,000.*Trees.*900 MB.*Parks.*1 kB/,
    );
    expect(dialog.textContent).not.toContain('Processing time');
  });

  it.each([
    [7200, 14_400, '120 min of 240 min'],
    [15_001, 14_400, '250 min of 240 min'],
    [20, 20, '0.3 min of 0.3 min'],
    [0, 0, '0 min of 0 min'],
  ])(
    'includes the processing time of today once half of it is used: %i of %i seconds',
    async (used, most, share) => {
      fakeFetch({
        '/community/users/ada/storage': {
          ...storage,
          used: { ...storage.used, uploadSeconds: used },
          most: { ...storage.most, uploadSeconds: most },
        },
      });
      const { screen, person } = await line(true);
      await person.click(await screen.findByRole('button', { name: 'Show storage use' }));
      const dialog = await screen.findByRole('dialog', { name: 'Storage use' });
      expect(dialog.textContent).toContain(`Processing time today: ${share}`);
    },
  );

  it('omits amounts without a quota', async () => {
    const unlimited = { items: null, features: null, sharedMaps: null, uploadSeconds: null };
    fakeFetch({
      '/community/users/ada/storage': { ...storage, most: { ...storage.most, ...unlimited } },
    });
    const { screen, person } = await line(true);
    await person.click(await screen.findByRole('button', { name: 'Show storage use' }));
    const dialog = await screen.findByRole('dialog', { name: 'Storage use' });
    expect(dialog.textContent).toMatch(/^Storage use1.2 GB of 5 GB usedLargest items/);
  });

  it('is not requested from a portal that does not report it', async () => {
    const log = fakeFetch({});
    const { screen } = await line(false);
    expect(screen.queryByText(/used/)).toBeNull();
    expect(log).toEqual([]);
  });
});
