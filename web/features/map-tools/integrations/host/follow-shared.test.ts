import { describe, expect, it, vi } from 'vitest';
import type { Place } from '../../../../../wire/integration-messages.ts';
import type { WritableStore } from '../../../../store.ts';
import { createHub } from './create-hub.ts';
import { followShared } from './follow-shared.ts';
import type { ToPage } from './frame-channel.ts';
import { mapChosen, pageMoved, type Sharing, type ViewPose } from './shared-location.ts';

/** A promise that the test ends. */
function later<Value>() {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  return { promise, resolve, reject };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

function rig() {
  const sharing: WritableStore<Sharing> = createHub().sharing;
  const sent: ToPage[] = [];
  const failed: string[] = [];
  const introduce = vi.fn<() => Promise<ToPage[]>>(async () => [{ type: 'session', signedIn: true }]);
  const place = vi.fn<(pose: ViewPose) => Promise<Place>>(async ({ lat, lng }) => ({
    lat,
    lng,
    x: 0,
    y: 0,
    wkid: 3857,
  }));
  const init = { config: {}, locale: 'en', direction: 'ltr', theme: 'light' } as const;
  const follower = followShared({
    sharing,
    id: 'photos',
    introduce,
    prepare: () => [{ type: 'init', seq: 0, ...init }],
    begin: ({ seq }, location) => [{ type: 'init', seq, location, ...init }],
    place,
    channel: { send: (message) => void sent.push(message), fail: (state) => void failed.push(state) },
  });
  return {
    follower,
    introduce,
    place,
    failed,
    choose: (lat: number) => sharing.set(mapChosen(sharing.get(), { lat, lng: 71 })),
    move: (lat: number) =>
      sharing.set(pageMoved(sharing.get(), { id: 'photos', pose: { lat, lng: 71 }, lockHeading: false })),
    /** The messages in order: their type, and the latitude of those with a location. */
    sent: () =>
      sent.map((message) =>
        'location' in message && message.location ? `${message.type} ${message.location.lat}` : message.type,
      ),
  };
}

describe('a page', () => {
  it('gets its introduction first, then the place chosen meanwhile, and no other start', async () => {
    const { follower, introduce, choose, sent } = rig();
    const secrets = later<ToPage[]>();
    introduce.mockReturnValueOnce(secrets.promise);
    follower.restart(undefined);
    choose(51);
    await settled();
    expect(sent()).toEqual([]);
    secrets.resolve([{ type: 'credentials', values: { apiKey: 'key' } }]);
    await vi.waitFor(() => expect(sent()).toEqual(['credentials', 'init 51']));
  });

  it('gets a place that is chosen while the first is converted after the first', async () => {
    const { follower, place, choose, sent } = rig();
    choose(51);
    const first = later<Place>();
    place.mockReturnValueOnce(first.promise);
    follower.restart(undefined);
    await vi.waitFor(() => expect(place).toHaveBeenCalled());
    choose(52);
    await settled();
    first.resolve({ lat: 51, lng: 71, x: 0, y: 0, wkid: 28_992 });
    await vi.waitFor(() => expect(sent()).toEqual(['session', 'init 51', 'location 52']));
  });

  it('ends at the latest place, however long an earlier one takes', async () => {
    const { follower, place, choose, sent } = rig();
    choose(51);
    follower.restart(undefined);
    await vi.waitFor(() => expect(sent()).toContain('init 51'));
    const slow = later<Place>();
    place.mockReturnValueOnce(slow.promise);
    choose(52);
    choose(53);
    choose(54);
    slow.resolve({ lat: 52, lng: 71, x: 0, y: 0, wkid: 3857 });
    await vi.waitFor(() => expect(sent().slice(2)).toEqual(['location 52', 'location 54']));
  });

  it('is prepared without a place, and not told its own moves', async () => {
    const { follower, choose, move, sent } = rig();
    follower.restart(undefined);
    await vi.waitFor(() => expect(sent()).toEqual(['session', 'init']));
    choose(51);
    await vi.waitFor(() => expect(sent()).toContain('init 51'));
    move(52);
    await settled();
    choose(53);
    await vi.waitFor(() => expect(sent().slice(2)).toEqual(['init 51', 'location 53']));
  });

  it('that loads again is introduced again, and gets nothing of its earlier start', async () => {
    const { follower, place, choose, sent } = rig();
    const earlier = later<Place>();
    place.mockReturnValueOnce(earlier.promise);
    choose(51);
    follower.restart(undefined);
    await vi.waitFor(() => expect(place).toHaveBeenCalled());
    follower.restart(undefined);
    await settled();
    earlier.resolve({ lat: 51, lng: 71, x: 0, y: 0, wkid: 3857 });
    await vi.waitFor(() => expect(sent()).toEqual(['session', 'session', 'init 51']));
  });

  it('begins at the next place when the first cannot be converted', async () => {
    const { follower, place, choose, sent, failed } = rig();
    place.mockRejectedValueOnce(new Error('no way'));
    choose(51);
    follower.restart(28_992);
    await vi.waitFor(() => expect(failed).toEqual(['projection']));
    choose(52);
    await vi.waitFor(() => expect(sent()).toEqual(['session', 'init 52']));
  });

  it('is reported as unreachable when its credentials cannot be loaded', async () => {
    const { follower, introduce, choose, sent, failed } = rig();
    introduce.mockRejectedValueOnce(new Error('offline'));
    choose(51);
    follower.restart(undefined);
    await vi.waitFor(() => expect(failed).toEqual(['unavailable']));
    expect(sent()).toEqual([]);
  });

  it('gets nothing after its end', async () => {
    const { follower, choose, sent } = rig();
    follower.restart(undefined);
    follower.end();
    choose(51);
    await settled();
    expect(sent()).toEqual([]);
  });
});
