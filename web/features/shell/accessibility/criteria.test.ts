import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { conformanceOf, evidenceOf } from './conformance.ts';
import { chapters } from './chapters.ts';
import { clauseOf, criteria } from './criteria.ts';

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

/** Whether a test is left out of `npm test` (`testing/rig/long.ts`): by its file, its tag, or that of all around it. */
function isLong([file, title]: readonly [string, string]): boolean {
  if (file.includes('.long.test.')) return true;
  const [before = '', after = ''] = read(file).split(title);
  const around = before.split(/^\}/m).at(-1) ?? '';
  const own = /^['"`],\s*\{\s*tag: '@long'/.test(after);
  return own || /describe\([^\n]*tag: '@long'/.test(around) || /runIf\(long\)\(\s*['"`]$/.test(before);
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

  it('states when the tests run that it names', () => {
    const tests = criteria.flatMap(({ tests: named = [] }) => named);
    expect(tests.filter(isLong)).toContainEqual([
      'testing/browser/screen-reader.spec.ts',
      'shapes are drawn by keyboard, and each point is announced',
    ]);
    expect(tests.filter((test) => !isLong(test)).length).toBeGreaterThan(20);
    const { 'accessibility.partly': text } = JSON.parse(
      read('web/features/shell/accessibility/messages/en.json'),
    ) as { 'accessibility.partly': string };
    const time = tests.some(isLong) ? 'before each release' : 'with every change';
    expect(text).toContain(`are checked by tests ${time},`);
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

  it('evaluates every criterion: a VPAT leaves out those of level AAA only', () => {
    expect(criteria.filter((one) => conformanceOf(one) === 'none')).toEqual([]);
  });

  it('claims conformance only with tests, and in part with rules alone and where a limit is known', () => {
    expect(conformanceOf({})).toBe('none');
    expect(conformanceOf({ absent: true })).toBe('absent');
    expect(conformanceOf({ limit: 'map' })).toBe('partly');
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
