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
async function openMap(
  meanwhile: (portal: Portal) => void,
  {
    document = { version: '2.31' },
    answers = {},
  }: { document?: object; answers?: Record<string, object> } = {},
) {
  const portal: Portal = { modified: 1, document, lost: 0 };
  fakeFetch({
    ...answers,
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
  const picture = vi.fn<MapWork['picture']>(async () => ({ file, place: undefined }));
  const work = { read: async () => document, picture } as unknown as MapWork;
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
  return { since: await act(() => since(1)), again: () => act(() => since(1)), onPicture, picture };
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

it('of a public map shows no layer that visitors may not see', async () => {
  const refused = { error: { code: 403, messageCode: 'GWM_0003', message: 'no' } };
  const { picture } = await openMap(() => {}, {
    document: {
      operationalLayers: [
        { id: 'streets', itemId: 'open' },
        { id: 'pipes', itemId: 'closed' },
        { id: 'notes', featureCollection: {} },
      ],
      baseMap: { baseMapLayers: [{ id: 'tiles', itemId: 'open' }] },
    },
    answers: { '/items/open': {}, '/items/closed': refused },
  });
  expect(picture.mock.lastCall?.[1]).toEqual({ basemap: true, layers: new Set(['notes', 'streets']) });
});
