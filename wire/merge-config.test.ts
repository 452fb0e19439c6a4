import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appConfigSchema } from './app-config.ts';
import { mergeConfig } from './merge-config.ts';

const base = appConfigSchema.parse({ title: 'Water', welcome: { en: 'Hello' }, gallery: { groups: ['a'] } });

describe('merging concurrent changes', () => {
  it('takes each side’s change where only one side changed something', () => {
    const mine = { ...base, title: 'Water board' };
    const theirs = { ...base, theme: { primary: '#006699' } };
    expect(mergeConfig(base, mine, theirs)).toEqual({
      merged: { ...base, title: 'Water board', theme: { primary: '#006699' } },
      conflicts: [],
    });
  });

  it('descends into parts that both changed', () => {
    const mine = { ...base, portal: { ...base.portal, appId: 'mine' } };
    const theirs = { ...base, portal: { ...base.portal, adminGroupId: 'theirs' } };
    const { merged, conflicts } = mergeConfig(base, mine, theirs);
    expect(merged.portal).toEqual({ ...base.portal, appId: 'mine', adminGroupId: 'theirs' });
    expect(conflicts).toEqual([]);
  });

  it('prefers mine where both changed the same, and names the path', () => {
    const mine = { ...base, portal: { ...base.portal, appId: 'mine' } };
    const theirs = { ...base, portal: { ...base.portal, appId: 'theirs' } };
    const { merged, conflicts } = mergeConfig(base, mine, theirs);
    expect(merged.portal.appId).toBe('mine');
    expect(conflicts).toEqual(['portal.appId']);
  });

  it('finds no conflict where both made the same change', () => {
    const both = { ...base, title: 'Same' };
    expect(mergeConfig(base, both, { ...both })).toEqual({ merged: both, conflicts: [] });
  });

  it('treats a list as one value', () => {
    const mine = { ...base, gallery: { ...base.gallery, groups: ['a', 'b'] } };
    const theirs = { ...base, gallery: { ...base.gallery, groups: ['c'] } };
    const { merged, conflicts } = mergeConfig(base, mine, theirs);
    expect(merged.gallery.groups).toEqual(['a', 'b']);
    expect(conflicts.every((path) => path.startsWith('gallery.groups'))).toBe(true);
    expect(conflicts).not.toEqual([]);
  });

  it('removes a part that one of the two removed', () => {
    const before = { ...base, feedback: { url: 'https://forms.example/' } };
    const { merged } = mergeConfig<typeof base>(before, base, { ...before, title: 'New' });
    expect(merged).toEqual({ ...base, title: 'New' });
    expect('feedback' in merged).toBe(false);
  });
});

const leaf = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.integer(), { maxLength: 3 }),
);
const names = fc.constantFrom('title', 'portal', 'map', 'theme');
const config = fc.dictionary(names, fc.oneof(leaf, fc.dictionary(names, leaf, { maxKeys: 3 })), {
  maxKeys: 4,
});

describe('for any configs', () => {
  it('an unchanged side leaves the other as it is', () => {
    fc.assert(
      fc.property(config, config, (before, after) => {
        expect(mergeConfig(before, after, before)).toEqual({ merged: after, conflicts: [] });
        expect(mergeConfig(before, before, after)).toEqual({ merged: after, conflicts: [] });
      }),
    );
  });

  it('the result does not depend on the order of saves without a conflict', () => {
    fc.assert(
      fc.property(config, config, config, (before, one, other) => {
        const forth = mergeConfig(before, one, other);
        const back = mergeConfig(before, other, one);
        expect(forth.conflicts.length > 0).toBe(back.conflicts.length > 0);
        fc.pre(forth.conflicts.length === 0);
        expect(forth.merged).toEqual(back.merged);
      }),
    );
  });

  it('the inputs are not modified', () => {
    fc.assert(
      fc.property(config, config, config, (before, one, other) => {
        const copies = structuredClone([before, one, other]);
        mergeConfig(before, one, other);
        expect([before, one, other]).toEqual(copies);
      }),
    );
  });
});
