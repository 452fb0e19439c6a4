import { describe, expect, it } from 'vitest';
import { fakeContext, fakePages } from '../../../../../testing/web/fake-context.ts';
import { plainPage } from '../../../../../testing/web/open-integrations-rig.tsx';
import { show } from '../../../../../testing/web/render.tsx';
import type { Integration } from '../../../../context/integrations.ts';
import { addressOf } from '../host/address.ts';
import { createHub } from '../host/create-hub.ts';
import { HubContext } from '../host/hub.ts';
import { nothingShared, type ViewPose } from '../host/shared-location.ts';
import { PaneBar } from './integration-pane.tsx';

const photos: Integration = {
  ...plainPage('photos', 'Street photos'),
  type: 'panorama',
  url: undefined,
  config: { photos: '/photos.geojson' },
};

async function open(
  integration: Integration,
  { titled = false, seen }: { titled?: boolean; seen?: ViewPose } = {},
) {
  const hub = createHub();
  if (seen) hub.sharing.set({ ...nothingShared, poses: new Map([[integration.id, seen]]) });
  const context = await fakeContext({
    currentMapLocation: { lat: 51.5, lng: 71.25, x: 1, y: 2, wkid: 3857 },
  });
  const shown = show(
    <HubContext value={hub}>
      <PaneBar
        integration={integration}
        address={addressOf(integration, 'demo', { application: location.origin, pages: fakePages })}
        titled={titled}
        actions={<button>More</button>}
      />
    </HubContext>,
    { context },
  );
  return { ...shown, hub };
}

describe('the toolbar above an integration', () => {
  it('shows the chosen location until the page reports its position and heading', async () => {
    const first = await open(photos);
    expect(first.screen.getByTestId('place').textContent).toBe('51.50000, 71.25000');
    first.unmount();
    const { screen } = await open(photos, { seen: { lat: 51.500_04, lng: 71.249_98, heading: 359.6 } });
    expect(screen.getByTestId('place').textContent).toBe('51.50004, 71.24998 · 0°');
  });

  it('has a title where no tab shows it', async () => {
    const first = await open(photos);
    expect(first.screen.queryByText('Street photos')).toBeNull();
    first.unmount();
    expect((await open(photos, { titled: true })).screen.getByText('Street photos')).toBeDefined();
  });

  it('captures, and holds the kind’s own controls', async () => {
    const { screen, person, hub } = await open(photos);
    await person.click(screen.getByRole('button', { name: 'Capture here' }));
    expect(hub.capturing.get()).toBe('photos');
    expect(screen.getByRole('button', { name: 'More' })).toBeDefined();
  });

  it('opens foreign pages in a new window at this location, but not built-in ones', async () => {
    const first = await open(photos);
    expect(first.screen.queryByRole('link')).toBeNull();
    first.unmount();
    const { screen } = await open(plainPage('a', 'Alpha'));
    const link = screen.getByRole('link', { name: 'Open in a new window' });
    expect(link.getAttribute('href')).toBe('https://pages.example/?at=51.5,71.25');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });
});
