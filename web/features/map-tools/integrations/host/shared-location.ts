import { isMove } from '../../../../../wire/integrations/moves.ts';

/** An integration's location and view, in degrees. */
export interface ViewPose {
  lat: number;
  lng: number;
  heading?: number | undefined;
  pitch?: number | undefined;
}

/** The location that all open integrations share. Only the host creates locations; each is numbered. */
export interface SharedLocation extends ViewPose {
  seq: number;
  /** `map`, or the integration that moved, which is not notified again. */
  from: string;
}

export interface Sharing {
  shared: SharedLocation | undefined;
  /** The leading integration: the last that moved on its own, or the first that responded to a click on the map. */
  leader: string | undefined;
  /** By integration. */
  poses: ReadonlyMap<string, ViewPose>;
}

export const nothingShared: Sharing = { shared: undefined, leader: undefined, poses: new Map() };

/** Smaller turns are rounding errors of a round trip. */
const smallestTurnDegrees = 0.5;

/** Applies a location chosen on the map: all integrations move there, and the first to respond leads. */
export function mapChosen(sharing: Sharing, place: ViewPose): Sharing {
  const seq = (sharing.shared?.seq ?? 0) + 1;
  return { ...sharing, leader: undefined, shared: { ...place, seq, from: 'map' } };
}

export interface PageMove {
  id: string;
  pose: ViewPose;
  /** The number of the location it responds to; undefined: it moved on its own. */
  inReplyTo?: number | undefined;
  /** Whether the others turn with it. */
  lockHeading: boolean;
}

/**
 * Applies a page's report of its view. A response to the host only moves the page's marker, which prevents loops. A
 * move of its own is propagated if it is half a metre or more, and with locked headings also a turn.
 */
export function pageMoved(sharing: Sharing, { id, pose, inReplyTo, lockHeading }: PageMove): Sharing {
  const before = sharing.poses.get(id);
  const now = { ...pose, heading: pose.heading ?? before?.heading };
  const poses = new Map(sharing.poses).set(id, now);
  if (inReplyTo !== undefined) return { ...sharing, poses, leader: sharing.leader ?? id };
  const moved = isMove(before, now);
  const turned = lockHeading && turnedBy(sharing.shared?.heading, now.heading) >= smallestTurnDegrees;
  if (!moved && !turned) return { ...sharing, poses, leader: sharing.leader ?? id };
  const seq = (sharing.shared?.seq ?? 0) + 1;
  const heading = lockHeading ? now.heading : undefined;
  return {
    poses,
    leader: moved ? id : (sharing.leader ?? id),
    shared: {
      lat: now.lat,
      lng: now.lng,
      heading,
      pitch: lockHeading ? now.pitch : undefined,
      seq,
      from: id,
    },
  };
}

/** Removes a closed integration: its marker disappears, and another may lead. */
export function pageClosed(sharing: Sharing, id: string): Sharing {
  if (!sharing.poses.has(id)) return sharing;
  const poses = new Map(sharing.poses);
  poses.delete(id);
  return {
    ...sharing,
    poses,
    leader: sharing.leader === id ? poses.keys().next().value : sharing.leader,
  };
}

function turnedBy(from: number | undefined, to: number | undefined): number {
  if (to === undefined) return 0;
  if (from === undefined) return 360;
  const turn = Math.abs(to - from) % 360;
  return Math.min(turn, 360 - turn);
}
