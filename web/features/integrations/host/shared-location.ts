import { isMove } from '../../../../wire/integration-moves.ts';

/** Where an integration is and looks, in degrees. */
export interface Sighting {
  lat: number;
  lng: number;
  heading?: number | undefined;
  pitch?: number | undefined;
}

/** The location that all open integrations share. Only the host creates locations; each has a number. */
export interface SharedLocation extends Sighting {
  seq: number;
  /** `map`, or the integration that moved, which is not notified again. */
  from: string;
}

export interface Sharing {
  shared: SharedLocation | undefined;
  /** The integration whose marker is followed: the last that moved by itself, or the first that answered a click on the map. */
  leader: string | undefined;
  /** By integration. */
  sightings: ReadonlyMap<string, Sighting>;
}

export const nothingShared: Sharing = { shared: undefined, leader: undefined, sightings: new Map() };

/** Smaller turns are rounding of a heading on its way there and back. */
const smallestTurnDegrees = 0.5;

/** Applies a place chosen on the map: all integrations move there, and the first to answer leads. */
export function mapChosen(sharing: Sharing, place: Sighting): Sharing {
  const seq = (sharing.shared?.seq ?? 0) + 1;
  return { ...sharing, leader: undefined, shared: { ...place, seq, from: 'map' } };
}

export interface Heard {
  id: string;
  sighting: Sighting;
  /** The number of the location that it answers; undefined: it moved by itself. */
  inReplyTo?: number | undefined;
  /** Whether the others turn with it. */
  lockHeading: boolean;
}

/**
 * Applies a page's report of where it looks. An answer to the host only moves the page's marker, so that there are no loops.
 * A move by itself is passed on if it is half a metre or more, and with locked headings also a turn.
 */
export function pageLooked(sharing: Sharing, { id, sighting, inReplyTo, lockHeading }: Heard): Sharing {
  const before = sharing.sightings.get(id);
  const now = { ...sighting, heading: sighting.heading ?? before?.heading };
  const sightings = new Map(sharing.sightings).set(id, now);
  if (inReplyTo !== undefined) return { ...sharing, sightings, leader: sharing.leader ?? id };
  const moved = isMove(before, now);
  const turned = lockHeading && turnedBy(sharing.shared?.heading, now.heading) >= smallestTurnDegrees;
  if (!moved && !turned) return { ...sharing, sightings, leader: sharing.leader ?? id };
  const seq = (sharing.shared?.seq ?? 0) + 1;
  const heading = lockHeading ? now.heading : undefined;
  return {
    sightings,
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
export function pageGone(sharing: Sharing, id: string): Sharing {
  if (!sharing.sightings.has(id)) return sharing;
  const sightings = new Map(sharing.sightings);
  sightings.delete(id);
  return {
    ...sharing,
    sightings,
    leader: sharing.leader === id ? sightings.keys().next().value : sharing.leader,
  };
}

function turnedBy(from: number | undefined, to: number | undefined): number {
  if (to === undefined) return 0;
  if (from === undefined) return 360;
  const turn = Math.abs(to - from) % 360;
  return Math.min(turn, 360 - turn);
}
