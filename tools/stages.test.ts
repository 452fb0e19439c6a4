import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
// @ts-expect-error -- plain Node without types, for it runs before anything is installed
import { runStages } from './stages.mjs';
// @ts-expect-error -- plain Node as well
import { failuresOf, secondAttempt } from './failed-tests.mjs';

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.push(text));
});
afterEach(() => vi.restoreAllMocks());

const ends = (code: number) => [process.execPath, '-e', `process.exit(${code})`];
const stage = (title: string, code: number, more = {}) => ({
  title,
  minutes: 1,
  command: ends(code),
  again: `npm run ${title}`,
  ...more,
});
const page = () => lines.slice(lines.findIndex((line) => line.includes('═'))).join('\n');

it('runs later stages after a failed one, and prints how to repeat the failed ones', async () => {
  const code = await runStages(
    'npm test',
    [
      stage('lint', 1),
      stage('unit', 1, {
        failed: () => ['npx vitest run a.test.ts'],
        failures: () => ['a.test.ts › adds: expected 3 to be 4'],
      }),
      stage('browser', 0),
    ],
    process.env,
  );
  expect(code).toBe(1);
  expect(page()).toMatch(/✗ lint .*\n +run just this: {2}npm run lint\n/);
  expect(page()).toMatch(
    /✗ unit .*\n +a\.test\.ts › adds: expected 3 to be 4\n +run just this: {2}npx vitest run a\.test\.ts\n/,
  );
  expect(page()).toMatch(/✓ browser /);
  expect(lines.at(-1)).toBe('\nFAILED: lint, unit');
});

it('passes a stage whose failures pass at a second attempt, and names them', async () => {
  const failures = () => ['a.test.ts › adds: expected 3 to be 4'];
  const unstable = (second: () => string[] | undefined) =>
    runStages('npm test', [stage('unit', 1, { failures, second })], process.env);
  expect(await unstable(() => ends(0))).toBe(0);
  expect(page()).toMatch(/✓ unit .*\n +passed only at the second attempt: {2}a\.test\.ts › adds/);
  lines.length = 0;
  expect(await unstable(() => ends(1))).toBe(1);
  expect(page()).toMatch(/✗ unit .*\n +a\.test\.ts › adds/);
  expect(await unstable(() => undefined)).toBe(1);
});

it('counts a stage without its requirements as failed, and does not run it', async () => {
  const code = await runStages(
    'npm test',
    [stage('build', 1), stage('browser', 0, { needs: 'build' })],
    process.env,
  );
  expect(code).toBe(1);
  expect(page()).toMatch(/– browser .*not run: needs “build”, which failed/);
  expect(lines.at(-1)).toBe('\nFAILED: build, browser');
});

it('prints progress and remaining time before each stage', async () => {
  expect(await runStages('npm test', [stage('lint', 0), stage('unit', 0, { minutes: 8 })], process.env)).toBe(
    0,
  );
  expect(lines[0]).toContain('1 of 2: lint (0.0 min gone, about 9 min to go)');
  expect(lines[1]).toContain('2 of 2: unit (0.0 min gone, about 8 min to go)');
  expect(lines.at(-1)).toMatch(/PASSED: all 2 stages in 0\.\d min$/);
});

it('runs a stage alongside another one, and prints after it what it has printed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = JSON.stringify(path.join(folder, 'written'));
  // It ends once the other one has begun.
  const waits = `setInterval(() => { if (fs.existsSync(${file})) process.exit(); }, 5)`;
  const writes = `fs.writeFileSync(${file}, ''); console.log('format is wrong'); process.exitCode = 1`;
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stages = [
    stage('build', 0, { command: [process.execPath, '-e', waits] }),
    stage('format', 0, { command: [process.execPath, '-e', writes], alongside: true }),
  ];
  expect(await runStages('npm test', stages, process.env)).toBe(1);
  expect(written.mock.calls.join('')).toContain('format is wrong');
  expect(page()).toMatch(/✓ build /);
  expect(page()).toMatch(/✗ format /);
});

it('lists failed tests, files that did not load and errors that no test caught', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'failures-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const report = path.join(folder, 'report.json');
  const uncaught = path.join(folder, 'uncaught.json');
  const file = (name: string) => path.join(process.cwd(), name);
  writeFileSync(
    report,
    JSON.stringify({
      testResults: [
        {
          name: file('a.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'subtracts', failureMessages: [] },
            { status: 'failed', fullName: 'adds', failureMessages: ['expected 3 to be 4\n  at a.ts:1'] },
          ],
        },
        { name: file('b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
        { name: file('c.test.ts'), status: 'passed', assertionResults: [] },
      ],
    }),
  );
  expect(failuresOf(report, uncaught)).toEqual([
    'a.test.ts › adds: expected 3 to be 4',
    'b.test.ts: no such module',
  ]);
  expect(secondAttempt(report, uncaught)).toEqual(['npx', 'vitest', 'run', 'a.test.ts', 'b.test.ts']);
  writeFileSync(uncaught, JSON.stringify(['TypeError: no socket (a.ts:4)', 'TypeError: no socket (a.ts:4)']));
  expect(failuresOf(report, uncaught)).toContain('uncaught TypeError: no socket (a.ts:4)');
  expect(secondAttempt(report, uncaught)).toBeUndefined();
});

it('`npm run test:long` runs each check of `npm run check:release`', () => {
  const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const checks = (name: string): string[] =>
    [...(scripts[name] ?? '').matchAll(/npm run (check[\w:]*)/g)].flatMap(([, one = '']) => [
      one,
      ...checks(one),
    ]);
  const stages = read('tools/test.mjs');
  const lacking = checks('check:release').filter((name) => name !== 'check' && !stages.includes(`'${name}'`));
  expect(lacking).toEqual([]);
  expect(scripts['check:release']).toMatch(/check:messages -- --release$/);
  expect(stages).toMatch(/'check:messages', \.\.\.\(long \? \['--release'\]/);
});
