import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mapChosen,
  nothingShared,
  pageClosed,
  pageMoved,
  type Sharing,
  type ViewPose,
} from './shared-location.ts';

const here = { lat: 51.16, lng: 71.42 };
const there = { lat: 51.161, lng: 71.42 };
const looked = (
  sharing: Sharing,
  id: string,
  pose: ViewPose = here,
  more: { inReplyTo?: number; lockHeading?: boolean } = {},
) => pageMoved(sharing, { id, pose, lockHeading: false, ...more });

describe('the shared location', () => {
  it('propagates from the map to all integrations; the first to respond leads', () => {
    const chosen = mapChosen(nothingShared, here);
    expect(chosen.shared).toMatchObject({ seq: 1, from: 'map', ...here });
    const answered = looked(looked(chosen, 'a', there, { inReplyTo: 1 }), 'b', here, { inReplyTo: 1 });
    expect(answered.leader).toBe('a');
    expect(answered.shared).toBe(chosen.shared);
    expect(answered.poses.get('a')).toMatchObject(there);
  });

  it('propagates when a page moves on its own, and that page leads', () => {
    const start = looked(looked(mapChosen(nothingShared, here), 'a', here, { inReplyTo: 1 }), 'b', here, {
      inReplyTo: 1,
    });
    const moved = looked(start, 'b', there);
    expect(moved.shared).toMatchObject({ seq: 2, from: 'b', ...there });
    expect(moved.leader).toBe('b');
  });

  it('ignores moves of less than half a metre', () => {
    const start = looked(mapChosen(nothingShared, here), 'a', here, { inReplyTo: 1 });
    expect(looked(start, 'a', { ...here, lat: here.lat + 0.000_002 }).shared).toBe(start.shared);
  });

  it('includes the heading only while headings are locked', () => {
    const start = looked(mapChosen(nothingShared, here), 'a', here, { inReplyTo: 1 });
    const turned = { ...here, heading: 90 };
    expect(looked(start, 'a', turned).shared).toBe(start.shared);
    const locked = looked(start, 'a', turned, { lockHeading: true });
    expect(locked.shared).toMatchObject({ heading: 90, from: 'a' });
    expect(looked(locked, 'b', turned, { lockHeading: true, inReplyTo: 2 }).shared).toBe(locked.shared);
    expect(
      looked(
        looked(locked, 'b', turned, { inReplyTo: 2 }),
        'b',
        { ...here, heading: 90.3 },
        { lockHeading: true },
      ).shared,
    ).toBe(locked.shared);
  });

  it('drops integrations that close', () => {
    const start = looked(looked(mapChosen(nothingShared, here), 'a', here, { inReplyTo: 1 }), 'b', here, {
      inReplyTo: 1,
    });
    expect(pageClosed(start, 'a')).toMatchObject({ leader: 'b' });
    expect(pageClosed(pageClosed(start, 'a'), 'b').leader).toBeUndefined();
    expect(pageClosed(start, 'c')).toBe(start);
  });

  it('converges however pages snap: responses never create a new location', () => {
    const near = fc.double({ min: -0.001, max: 0.001, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), near, near), { maxLength: 40 }),
        (answers) => {
          let sharing = mapChosen(nothingShared, here);
          const { shared } = sharing;
          for (const [id, lat, lng] of answers)
            sharing = looked(
              sharing,
              id,
              { lat: here.lat + lat, lng: here.lng + lng },
              { inReplyTo: 1, lockHeading: true },
            );
          expect(sharing.shared).toBe(shared);
        },
      ),
    );
  });
});
