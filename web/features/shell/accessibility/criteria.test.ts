import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chapters, clauseOf, conformanceOf, criteria, evidenceOf } from './criteria.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Axe {
  getRules(tags: string[]): { tags: string[] }[];
}

/** The criteria of which axe-core checks a part, with the tags that the browser test uses. */
function automaticCriteria(): Set<string> {
  const spec = read('testing/browser/accessibility-faults.ts');
  const tags = [...(/withTags\(\[([^\]]+)\]/.exec(spec)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, tag]) => tag ?? '',
  );
  const { resolve } = createRequire(import.meta.url);
  const axe = createRequire(resolve('@axe-core/playwright'))('axe-core') as Axe;
  const numbers = axe.getRules(tags).flatMap((rule) => rule.tags);
  return new Set(
    numbers.flatMap((tag) => {
      const [, principle, guideline, criterion] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
      return criterion ? [`${principle}.${guideline}.${criterion}`] : [];
    }),
  );
}

describe('the accessibility statement', () => {
  it('lists the criteria of WCAG 2.2, levels A and AA, once', () => {
    expect(criteria.filter(({ level }) => level === 'A')).toHaveLength(31);
    expect(criteria.filter(({ level }) => level === 'AA')).toHaveLength(24);
    expect(new Set(criteria.map(({ id }) => id)).size).toBe(55);
  });

  it('names only tests that exist', () => {
    for (const [file, title] of [...criteria, ...chapters].flatMap(({ tests = [] }) => tests)) {
      const source = read(file);
      const found = ["'", '`', '"'].some((quote) => source.includes(`${quote}${title}${quote}`));
      expect(found, `${file}: ${title}`).toBe(true);
    }
  });

  it('claims automatic checks only where axe-core has rules', () => {
    const known = automaticCriteria();
    expect(known.size).toBeGreaterThan(10);
    const claimed = criteria.filter(({ automatic }) => automatic).map(({ id }) => id);
    expect(claimed.filter((id) => !known.has(id))).toEqual([]);
  });

  it('lists what has no evidence', () => {
    expect(evidenceOf({})).toBe('none');
    expect(criteria.filter((one) => one.absent && (one.automatic || one.tests))).toEqual([]);
  });

  it('claims conformance only with evidence, and in part where a limit is known', () => {
    expect(conformanceOf({})).toBe('none');
    expect(conformanceOf({ absent: true })).toBe('absent');
    expect(conformanceOf({ automatic: true })).toBe('met');
    expect(conformanceOf({ automatic: true, limit: 'sdk' })).toBe('partly');
  });

  it('has a clause of EN 301 549 for all but the newest criteria', () => {
    expect(clauseOf({ id: '1.4.3', level: 'AA' })).toBe('9.1.4.3');
    expect(criteria.filter((one) => clauseOf(one) === undefined)).toHaveLength(6);
  });
});
