import { describe, expect, it } from 'vitest';
import type { FormElementJson } from '../map/configure/form-json.ts';
import { isMiscounted, photoRules, photosOf, roomFor } from './photo-rules.ts';

const element = { type: 'attachment', label: 'Photos', inputType: { type: 'image' } };

/** The rules of a form with these elements, where `shown` is false. */
const rulesOf = (...formElements: FormElementJson[]) =>
  photoRules({
    layer: { name: 'Lamps', fields: [] },
    form: { formElements },
    values: {},
    results: new Map([['shown', false]]),
  });

describe('attachment elements that take photos', () => {
  it('are those for pictures or any files', () => {
    const any = { type: 'attachment', inputTypes: [{ type: 'document' }, { type: 'image' }] };
    const accepting = [{ type: 'image' }, any, undefined, { type: 'document' }, { type: 'video' }];
    expect(accepting.map((inputType) => rulesOf({ ...element, inputType })?.length)).toEqual([1, 1, 1, 0, 0]);
  });

  it('are undefined in a form without any, and none where all are hidden', () => {
    expect(rulesOf({ type: 'text', text: 'Hello' })).toBeUndefined();
    expect(rulesOf({ ...element, visibilityExpression: 'shown' })).toEqual([]);
    expect(rulesOf({ type: 'group', visibilityExpression: 'shown', formElements: [element] })).toEqual([]);
  });

  it.each([
    [{}, 0, 5],
    [{ maxAttachmentCount: 2 }, 0, 2],
    [{ maxAttachmentCount: 50 }, 0, 5],
    [{ minAttachmentCount: 7 }, 7, 7],
    [{ minAttachmentCount: 'x', maxAttachmentCount: null }, 0, 5],
  ])('with %j ask for %i and take at most %i', (counts, least, most) => {
    expect(rulesOf({ ...element, ...counts })).toMatchObject([{ least, most }]);
  });

  it('share the room of a report, also with photos from before the form had elements', () => {
    const rules = rulesOf({ ...element, minAttachmentCount: 1 }, { ...element, maxAttachmentCount: 1 }) ?? [];
    const [first, second] = rules;
    if (!first || !second) throw new Error('There are two.');
    const photos = [{}, { element: first.key }, { element: second.key }, { element: second.key }];
    expect([first, second].map((rule) => photosOf(rules, rule, photos).length)).toEqual([2, 2]);
    expect([first, second].map((rule) => isMiscounted(rules, rule, photos))).toEqual([false, true]);
    expect([roomFor(rules, photos), roomFor(undefined, photos), roomFor(undefined, [])]).toEqual([1, 1, 5]);
  });
});
