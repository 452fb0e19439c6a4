import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultChoices, parseHub, serializeHub } from './create-hub.ts';
import { mapChosen, nothingShared, pageMoved } from './shared-location.ts';

describe('hub state restored by a reload', () => {
  it('includes the location, the markers, the leader, the options and a pending note', () => {
    const chosen = mapChosen(nothingShared, { lat: 51, lng: 71 });
    const pose = { lat: 51.001, lng: 71, heading: 40 };
    const sharing = pageMoved(chosen, { id: 'a', pose, inReplyTo: 1, lockHeading: false });
    const note = { integration: 'work', text: 'Place: 51, 71' };
    const kept = { sharing, choices: { ...defaultChoices, lockHeading: true }, shownTab: 'a', note };
    expect(parseHub(JSON.parse(JSON.stringify(serializeHub(kept))))).toEqual(kept);
  });

  it('tolerates any stored value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (kept) => {
        const { choices = defaultChoices, shownTab = '', note } = parseHub(kept);
        expect(note).toBeUndefined();
        expect(Object.keys(choices)).toEqual(Object.keys(defaultChoices));
        expect(typeof shownTab).toBe('string');
      }),
    );
  });
});
