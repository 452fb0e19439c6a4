import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { MapWork } from '../../../map/document/map-work.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { useMissingPicture } from './saving-provider.tsx';

afterEach(() => vi.unstubAllGlobals());

type Since = ReturnType<typeof useMissingPicture>;

interface Portal {
  modified: number;
  document: object;
  /** The number of next requests for the item that the network loses. */
  lost: number;
}

/** Opens a map without a thumbnail, last changed at 1; the test changes the portal while the thumbnail is uploaded. */
async function openMap(meanwhile: (portal: Portal) => void) {
  const portal: Portal = { modified: 1, document: { layers: ['stops'] }, lost: 0 };
  fakeFetch({
    '/items/m1': () => {
      if (portal.lost-- > 0) throw new TypeError('Failed to fetch');
      return webMap({ modified: portal.modified });
    },
    '/items/m1/data': () => portal.document,
    '/updateThumbnail': () => {
      portal.modified = 2;
      meanwhile(portal);
      return { success: true };
    },
  });
  const onPicture = vi.fn<(item: PortalItem) => void>();
  const file = new Blob(['picture'], { type: 'image/jpeg' });
  const work = { picture: async () => ({ file, place: undefined }) } as unknown as MapWork;
  const item = webMap({ modified: 1 });
  let since: Since = async () => undefined;
  function Piece() {
    const withPicture = useMissingPicture({ work, item, isOwner: true, dirty: false, onPicture });
    since = withPicture;
    return null;
  }
  const { model } = fakeMapModel();
  show(
    <MapModelContext value={model}>
      <Piece />
    </MapModelContext>,
    { context: await fakeContext({ signedIn: true }) },
  );
  return { since: await act(() => since(1)), again: () => act(() => since(1)), onPicture };
}

it('does not mistake its own thumbnail change for another save', async () => {
  const { since, onPicture } = await openMap(() => {});
  expect(since).toBe(2);
  expect(onPicture).toHaveBeenCalledOnce();
});

it('detects another user’s save during the upload', async () => {
  const { since, onPicture } = await openMap((portal) => {
    portal.modified = 3;
    portal.document = { layers: [] };
  });
  expect(since).toBe(1);
  expect(onPicture).not.toHaveBeenCalled();
});

it('does not mistake it for another save either, after the network was lost during the upload', async () => {
  const { since, again, onPicture } = await openMap((portal) => {
    portal.lost = 2;
  });
  expect(since).toBe(1);
  expect(await again()).toBe(2);
  expect(onPicture).toHaveBeenCalledOnce();
});
