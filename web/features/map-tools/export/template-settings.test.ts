import { describe, expect, it } from 'vitest';
import { startDraft } from './print-options.tsx';
import { settingsOf, withSettings } from './template-settings.ts';

const draft = {
  ...startDraft,
  template: 'plan',
  paper: 'a1',
  notes: 'For review',
  density: 300,
  scale: 500,
  bookmarks: [{ index: 0, title: 'Old town' }],
} as const;

describe('a print template', () => {
  it('has everything but the bookmarks and the series of its map', () => {
    const stored = JSON.parse(JSON.stringify(settingsOf(draft))) as unknown;
    expect(stored).not.toHaveProperty('bookmarks');
    const other = { ...startDraft, bookmarks: [{ index: 3, title: 'Harbour' }] };
    expect(withSettings(other, stored)).toEqual({ ...draft, bookmarks: other.bookmarks });
  });

  it.each([
    null,
    'plan',
    [],
    { paper: 'b5', density: 9000, scale: -1, notes: 'x'.repeat(201), legend: 'yes' },
  ])('that is not valid changes nothing: %j', (stored) =>
    expect(withSettings(startDraft, stored)).toEqual(startDraft),
  );
});
