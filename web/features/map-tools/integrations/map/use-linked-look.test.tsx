import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { show } from '../../../../../testing/web/render.tsx';
import type { Integration } from '../../../../context/integrations.ts';
import { createHub } from '../host/create-hub.ts';
import { HubContext } from '../host/hub.ts';
import { useLinkedLook } from './integrations-on-map.tsx';

function Probe() {
  useLinkedLook();
  return null;
}

const photos = (state: Integration['state']): Integration => ({
  id: 'photos',
  type: 'panorama',
  title: 'Photos',
  state,
  enabled: true,
  display: 'frame',
  config: {},
});
const link = '#at=51,71,17,0&look=photos,51.5,71.25,90,5';

async function open(parts: Parameters<typeof fakeContext>[0]) {
  const context = await fakeContext(parts);
  const hub = createHub();
  const shown = show(
    <HubContext value={hub}>
      <Probe />
    </HubContext>,
    { context },
  );
  return { context, hub, ...shown };
}

describe('a link with an integration', () => {
  beforeEach(() => history.replaceState(null, '', `/demo/map${link}`));

  it('opens it at its location', async () => {
    const { context, hub } = await open({ availableIntegrations: [photos('inactive')] });
    expect(context.openIntegration).toHaveBeenCalledExactlyOnceWith('photos');
    expect(context.setCurrentMapLocation).toHaveBeenCalledWith(
      expect.objectContaining({ lat: 51.5, lng: 71.25, wkid: 3857 }),
    );
    expect(hub.shownTab.get()).toBe('photos');
  });

  it('skips integrations that the reload restored or that are not configured', async () => {
    const { context } = await open({ availableIntegrations: [photos('active')] });
    expect(context.openIntegration).not.toHaveBeenCalled();
    history.replaceState(null, '', '/demo/map#look=other,51.5,71.25');
    const unknown = await open({ availableIntegrations: [photos('inactive')] });
    expect(unknown.context.openIntegration).not.toHaveBeenCalled();
    expect(unknown.context.setCurrentMapLocation).not.toHaveBeenCalled();
  });

  it('applies when the user changes the address', async () => {
    history.replaceState(null, '', '/demo/map#at=51,71,17,0');
    const { context } = await open({ availableIntegrations: [photos('active')] });
    history.replaceState(null, '', `/demo/map${link}`);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    expect(context.setCurrentMapLocation).toHaveBeenCalledWith(expect.objectContaining({ lat: 51.5 }));
  });

  it('remains until the integration has reported', async () => {
    await open({ availableIntegrations: [photos('inactive')] });
    expect(location.hash).toBe(link);
  });
});

describe('the address', () => {
  it('holds the pose of the leading integration and keeps other parameters', async () => {
    history.replaceState(null, '', '/demo/map#at=51,71,17,0&tool=legend');
    const openIntegrations = [photos('active')];
    await open({
      availableIntegrations: openIntegrations,
      openIntegrations,
      currentIntgLocation: {
        integrationId: 'photos',
        lat: 51.123_456_7,
        lng: 71.25,
        heading: 359.97,
        pitch: -3,
      },
    });
    await waitFor(() => expect(location.hash).toContain('look=photos,51.123457,71.25,0,-3'));
    expect(location.hash).toContain('at=51,71,17,0&tool=legend');
  });
});
