import { act, fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel, fakeOpenMap } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { printPicturePlace } from '../../../../wire/map-picture.ts';
import { OpenMapContext } from '../../../context/open-map.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { FirstPicture, firstPictureOf, type FirstPictureProps } from './first-picture.tsx';

const box = { xmin: 1000, ymin: 2000, xmax: 4000, ymax: 4000 };
const document = {
  initialState: { viewpoint: { targetGeometry: { ...box, spatialReference: { wkid: 3857 } } } },
};
const name = printPicturePlace({ x: 2500, y: 3000, width: 3000, scheme: 'light' });
const item = { id: 'i1', access: 'public', thumbnail: `thumbnail/${name}.jpg` } as PortalItem;
const connection = {
  restUrl: 'https://p.example/sharing/rest',
  session: { credential: { token: 't' } },
} as unknown as PortalConnection;
const light = { hash: '', scheme: 'light' } as const;

describe('the first picture of a map', () => {
  it('is its thumbnail, with a token only where it is needed', () => {
    const address = `https://p.example/sharing/rest/content/items/i1/info/thumbnail/${name}.jpg`;
    expect(firstPictureOf(connection, item, document, light)?.address).toBe(address);
    const own = { ...item, access: 'private' } as PortalItem;
    expect(firstPictureOf(connection, own, document, light)?.address).toBe(`${address}?token=t`);
  });

  it('has the place of a link, if it shows that', () => {
    const near = '#at=0.026949,0.022458,15';
    expect(firstPictureOf(connection, item, document, { ...light, hash: near })?.style.width).toBe(
      '627.968px',
    );
    const far = '#at=52,5,14';
    expect(firstPictureOf(connection, item, document, { ...light, hash: far })).toBeUndefined();
  });

  it('of a shared map is the browser’s own, at the place of the link', () => {
    const place = { lat: 0.026949, lng: 0.022458, zoom: 15, rotation: 0 };
    const own = {
      address: 'blob:own',
      place: { x: 2500, y: 3000, width: 3000, scheme: 'light' },
    } as const;
    expect(firstPictureOf(connection, undefined, {}, { ...light, place, own })).toMatchObject({
      address: 'blob:own',
      style: { width: '627.968px' },
    });
    expect(firstPictureOf(connection, undefined, document, { ...light, place })).toBeUndefined();
  });

  it.each([
    ['other layers', item, { ...light, hash: '#hide=stops' }],
    ['another colour scheme', item, { ...light, scheme: 'dark' as const }],
    ['a thumbnail without a place', { ...item, thumbnail: 'thumbnail/x.jpg' } as PortalItem, light],
    ['no thumbnail', { ...item, thumbnail: null } as unknown as PortalItem, light],
  ])('is absent for %s', (_name, other, shown) =>
    expect(firstPictureOf(connection, other, document, shown)).toBeUndefined(),
  );
});

const picture = { address: 'https://p.example/x.jpg', style: { left: '50%', top: '50%', width: '10px' } };

async function open(props: FirstPictureProps) {
  const served = globalThis.document.createElement('div');
  served.id = 'shell-picture';
  globalThis.document.body.append(served);
  const map = fakeMapModel({ drawn: false });
  let change: (now: FirstPictureProps) => void = () => {};
  function Viewer() {
    const [now, setNow] = useState(props);
    change = setNow;
    return <FirstPicture {...now} />;
  }
  const { unmount } = show(
    <OpenMapContext value={fakeOpenMap()}>
      <MapModelContext value={map.model}>
        <Viewer />
      </MapModelContext>
    </OpenMapContext>,
    { context: await fakeContext() },
  );
  return {
    ...map,
    served,
    unmount,
    change: (now: FirstPictureProps) => act(() => change(now)),
    image: () => globalThis.document.querySelector<HTMLImageElement>('[data-first-picture] img'),
  };
}

describe('showing it', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    globalThis.document.getElementById('shell-picture')?.remove();
  });

  it('replaces the served picture once it is loaded', async () => {
    const { served, image, change } = await open({ picture: undefined, known: false });
    expect(served.isConnected).toBe(true);
    change({ picture, known: true });
    expect(image()?.src).toBe(picture.address);
    expect(served.isConnected).toBe(true);
    fireEvent.load(image()!);
    expect(served.isConnected).toBe(false);
  });

  it('is not content and ends when the map is drawn', async () => {
    const { image, set } = await open({ picture, known: true });
    expect(image()?.closest('[aria-hidden="true"]')).not.toBeNull();
    expect(image()?.alt).toBe('');
    act(() => set({ drawn: true }));
    act(() => void vi.advanceTimersByTime(1000));
    expect(image()).toBeNull();
  });

  it('ends when the map is touched', async () => {
    const { image, served } = await open({ picture, known: true });
    fireEvent.pointerDown(image()!.parentElement!.parentElement!);
    act(() => void vi.advanceTimersByTime(1000));
    expect(image()).toBeNull();
    expect(served.isConnected).toBe(false);
  });

  it('leaves no served picture of a map without one, or that is left', async () => {
    expect((await open({ picture: undefined, known: true })).served.isConnected).toBe(false);
    const { served, unmount } = await open({ picture: undefined, known: false });
    expect(served.isConnected).toBe(true);
    unmount();
    expect(served.isConnected).toBe(false);
  });
});
