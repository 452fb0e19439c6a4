import type { Place } from '../../../../../wire/integration-messages.ts';
import { metresBetween } from '../../../../../wire/integrations/moves.ts';
import type { Store } from '../../../../store.ts';
import type { FrameChannel, ToPage } from './frame-channel.ts';
import type { SharedLocation, Sharing, ViewPose } from './shared-location.ts';

/**
 * Maximum distance in metres between a page's last response and the shared location for it to be the restored position.
 */
const sameSpot = 200;

export interface FollowSharedOptions {
  sharing: Store<Sharing>;
  /** The integration: what it has set itself is not sent back to it. */
  id: string;
  /** The messages before all others. @throws when they cannot be loaded */
  introduce: () => Promise<readonly ToPage[]>;
  /** The messages after them while no location has been chosen. */
  prepare: () => readonly ToPage[];
  /** The messages with the page's first location. @param prepared whether it has those of `prepare` */
  begin: (shared: SharedLocation, location: Place, prepared: boolean) => readonly ToPage[];
  /** A location as the page gets it. @throws when it cannot be converted */
  place: (pose: ViewPose, wkid: number | undefined) => Promise<Place>;
  channel: Pick<FrameChannel, 'send' | 'fail'>;
}

export interface SharedFollower {
  /** The page is ready, also after it has loaded again: it is introduced, and gets its first location. */
  restart(wkid: number | undefined): void;
  /** Number of the location that the page has; 0: none. */
  sent(): number;
  end(): void;
}

interface PageStart {
  wkid: number | undefined;
  stage: 'new' | 'introduced' | 'prepared' | 'begun';
}

/**
 * Sends a page the shared location and its changes. One after the other, however long each takes to prepare: nothing is sent before
 * the introduction, and no location after a later one.
 */
export function followShared(options: FollowSharedOptions): SharedFollower {
  const { sharing, id, introduce, prepare, begin, place, channel } = options;
  /** The page's last start: what is being prepared for an earlier one is not sent. */
  let start: PageStart | undefined;
  let sentSeq = 0;
  let sending = false;

  const sendNext = async (page: PageStart, shared: SharedLocation): Promise<void> => {
    const first = page.stage !== 'begun';
    if (!first && shared.from === id) return;
    const before = first ? sharing.get().poses.get(id) : undefined;
    const pose = before && metresBetween(before, shared) < sameSpot ? before : shared;
    const location = await place(pose, page.wkid);
    if (page !== start) return;
    if (first) begin(shared, location, page.stage === 'prepared').forEach(channel.send);
    else channel.send({ type: 'location', seq: shared.seq, location });
    page.stage = 'begun';
  };
  const follow = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    for (;;) {
      const page = start;
      const { shared } = sharing.get();
      if (!page || page.stage === 'new' || !shared || shared.seq <= sentSeq) break;
      sentSeq = shared.seq;
      await sendNext(page, shared).catch(() => page === start && channel.fail('projection'));
    }
    sending = false;
  };
  const restart = async (wkid: number | undefined): Promise<void> => {
    const page: PageStart = { wkid, stage: 'new' };
    start = page;
    const messages = await introduce().catch((): undefined => undefined);
    if (page !== start) return;
    if (!messages) return channel.fail('unavailable');
    messages.forEach(channel.send);
    sentSeq = 0;
    const isPlaced = sharing.get().shared !== undefined;
    page.stage = isPlaced ? 'introduced' : 'prepared';
    if (!isPlaced) prepare().forEach(channel.send);
    await follow();
  };
  const stop = sharing.subscribe(() => void follow());
  return {
    restart: (wkid) => void restart(wkid),
    sent: () => sentSeq,
    end() {
      stop();
      start = undefined;
    },
  };
}
