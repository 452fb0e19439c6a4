import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultChoices } from './hub.ts';
import { keptHub, presentHub } from './kept-hub.ts';
import { mapChosen, nothingShared, pageLooked } from './shared-location.ts';

describe('what a reload brings back of the hub', () => {
  it('is the location, the markers, the leader, the choices, and a note that is not used yet', () => {
    const chosen = mapChosen(nothingShared, { lat: 51, lng: 71 });
    const pose = { lat: 51.001, lng: 71, heading: 40 };
    const sharing = pageLooked(chosen, { id: 'a', pose, inReplyTo: 1, lockHeading: false });
    const note = { integration: 'work', text: 'Place: 51, 71' };
    const kept = { sharing, choices: { ...defaultChoices, lockHeading: true }, shownTab: 'a', note };
    expect(keptHub(JSON.parse(JSON.stringify(presentHub(kept))))).toEqual(kept);
  });

  it('is never a fault, whatever was kept', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (kept) => {
        const { choices = defaultChoices, shownTab = '', note } = keptHub(kept);
        expect(note).toBeUndefined();
        expect(Object.keys(choices)).toEqual(Object.keys(defaultChoices));
        expect(typeof shownTab).toBe('string');
      }),
    );
  });
});
