import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chapters, clauseOf, conformanceOf, criteria, evidenceOf } from './criteria.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Axe {
  getRules(tags: string[]): { ruleId: string; tags: string[] }[];
}

/** The rules of axe-core that the browser tests run, each with the criteria of which it checks a part. */
function rulesThatRun(): Map<string, string[]> {
  const spec = read('testing/browser/accessibility-faults.ts');
  const tags = [...(/withTags\(\[([^\]]+)\]/.exec(spec)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, tag]) => tag ?? '',
  );
  const { resolve } = createRequire(import.meta.url);
  const axe = createRequire(resolve('@axe-core/playwright'))('axe-core') as Axe;
  const rules = axe.getRules(tags).filter(
    (rule) =>
      // Others run only where they are enabled by name.
      !rule.tags.some((tag) => tag === 'experimental' || tag === 'deprecated') ||
      spec.includes(`'${rule.ruleId}': { enabled: true }`),
  );
  return new Map(
    rules.map((rule) => [
      rule.ruleId,
      rule.tags.flatMap((tag) => {
        const [, principle, guideline, criterion] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
        return criterion ? [`${principle}.${guideline}.${criterion}`] : [];
      }),
    ]),
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

  it('names only rules that run and check a part of the criterion', () => {
    const known = rulesThatRun();
    expect(known.size).toBeGreaterThan(30);
    const claimed = criteria.flatMap(({ id, rules = [] }) => rules.map((rule) => ({ id, rule })));
    expect(claimed.length).toBeGreaterThan(20);
    expect(claimed.filter(({ id, rule }) => !known.get(rule)?.includes(id))).toEqual([]);
  });

  it('lists what has no evidence', () => {
    expect(evidenceOf({})).toBe('none');
    expect(criteria.filter((one) => one.absent && (one.rules || one.tests))).toEqual([]);
  });

  it('claims conformance only with tests, and in part with rules alone and where a limit is known', () => {
    expect(conformanceOf({})).toBe('none');
    expect(conformanceOf({ absent: true })).toBe('absent');
    const tests = [['a.test.ts', 'is so']] as const;
    expect(conformanceOf({ tests })).toBe('met');
    expect(conformanceOf({ rules: ['label'], tests })).toBe('met');
    expect(conformanceOf({ rules: ['label'] })).toBe('partly');
    expect(conformanceOf({ rules: ['label'], tests, limit: 'sdk' })).toBe('partly');
  });

  it('has a clause of EN 301 549 for all but the newest criteria', () => {
    expect(clauseOf({ id: '1.4.3', level: 'AA' })).toBe('9.1.4.3');
    expect(criteria.filter((one) => clauseOf(one) === undefined)).toHaveLength(6);
  });
});
