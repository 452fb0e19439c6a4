// `npm test`: everything a change must pass, on a fresh clone. `npm run test:long` (--long): that, and all
// long tests. Later stages run after a failed one; at the end a summary shows what failed and how to run just
// that.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserPath } from './browser.mjs';
import { failedBrowserTests, failedTestFiles, failuresOf, secondAttempt } from './failed-tests.mjs';
import { install, projectEnvironment, say } from './install.mjs';
import { runStages } from './stages.mjs';

const long = process.argv.includes('--long');
const command = long ? 'npm run test:long' : 'npm test';
say(
  `${command} takes ${long ? 'about an hour' : '20 to 40 minutes'} on a quiet machine with two cores${
    long ? '' : '; `npm run test:long` runs what is left out of it'
  }.`,
);
install({ everything: true });

const reports = mkdtempSync(path.join(tmpdir(), 'mapping-reports-'));
const report = (name) => path.join(reports, `${name}.json`);
const environment = {
  ...projectEnvironment(),
  CHROMIUM_PATH: browserPath(),
  ...(long && { TEST_LONG: 'yes' }),
};
const script = (name, ...more) => [
  'npm',
  'run',
  '--silent',
  name,
  ...(more.length > 0 ? ['--', ...more] : []),
];
const unit = (name) => [
  '--reporter=default',
  '--reporter=./tools/progress-reporter.mjs',
  '--reporter=json',
  `--outputFile.json=${report(name)}`,
];
const check = (title, name, minutes) => ({ title, minutes, command: script(name), again: `npm run ${name}` });

// Debian's own PostgreSQL is older than the product's; root may install it.
const debian =
  existsSync('/usr/lib/postgresql') || (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'));
const debianScript = long ? 'test:debian' : 'test:debian:part';

const stages = [
  check('types', 'check:types', 0.8),
  check('lint', 'check:lint', 0.1),
  check('import rules and sizes', 'check:rules', 0.4),
  { ...check('unused code', 'check:unused', 0), alongside: true },
  {
    title: 'messages',
    minutes: 0.1,
    // Before a release, no language may lack one.
    command: script('check:messages', ...(long ? ['--release'] : [])),
    again: `npm run check:messages${long ? ' -- --release' : ''}`,
  },
  check('advisories of packages', 'check:advisories', 0.1),
  {
    title: 'build',
    minutes: 1.9,
    command: [process.execPath, 'tools/build-once.mjs'],
    again: 'node tools/build-once.mjs',
  },
  // A single thread.
  { ...check('format', 'check:format', 0), alongside: true },
  {
    title: 'unit and client tests',
    minutes: long ? 20 : 18,
    command: script('test:unit', ...unit('unit')),
    environment: { UNCAUGHT_ERRORS_FILE: report('unit-uncaught') },
    failures: () => failuresOf(report('unit'), report('unit-uncaught')),
    // A machine that is busy with something else may break one of thousands; browser tests have a second attempt too.
    second: () => secondAttempt(report('unit'), report('unit-uncaught')),
    again: 'npm run test:unit',
    failed: () => failedTestFiles(report('unit'), long ? 'TEST_LONG=yes npx vitest run' : 'npx vitest run'),
  },
  ...(debian
    ? [
        {
          title: `${long ? 'server and client tests' : 'a part of them'} on Debian’s PostgreSQL`,
          minutes: long ? 12 : 0.8,
          command: script(debianScript, ...unit('debian')),
          environment: { UNCAUGHT_ERRORS_FILE: report('debian-uncaught'), TEST_DATABASE_URL: 'debian' },
          failures: () => failuresOf(report('debian'), report('debian-uncaught')),
          second: () => secondAttempt(report('debian'), report('debian-uncaught')),
          again: `npm run ${debianScript}`,
          failed: () => failedTestFiles(report('debian'), 'TEST_DATABASE_URL=debian npx vitest run'),
        },
      ]
    : []),
  ...(long
    ? [
        {
          title: 'the most expensive requests of each class',
          minutes: 4,
          needs: 'build',
          command: script('test:load'),
          again: 'npm run test:load',
        },
      ]
    : []),
  {
    title: 'browser tests',
    minutes: long ? 22 : 9,
    needs: 'build',
    command: script('test:browser', '--reporter=list,json', ...(long ? [] : ['--grep-invert=@long'])),
    // A single browser mostly waits.
    environment: { TEST_WORKERS: '2', PLAYWRIGHT_JSON_OUTPUT_FILE: report('browser') },
    again: `TEST_WORKERS=2 npm run test:browser${long ? '' : ' -- --grep-invert=@long'}`,
    failed: () => failedBrowserTests(report('browser')),
  },
];

process.exitCode = await runStages(command, stages, environment);
rmSync(reports, { recursive: true });
