// Failures in the reports of the test runners, as commands that run just those.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

const mostNamed = 10;

/** One command for the failed files of a Vitest report. */
export function failedTestFiles(file, command) {
  const files = failedFiles(file);
  return files.length > 0 ? [`${command} ${files.join(' ')}`] : [];
}

const mostRepeated = 5;

/**
 * The command that runs the failed files of a Vitest report again.
 * @returns undefined when there are many, or errors that no test caught: those are no accident
 */
export function secondAttempt(file, uncaughtFile) {
  const files = failedFiles(file);
  if (files.length === 0 || files.length > mostRepeated || existsSync(uncaughtFile)) return undefined;
  return ['npx', 'vitest', 'run', ...files];
}

function failedFiles(file) {
  const { testResults = [] } = read(file);
  const files = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => path.relative(root, name));
  return [...new Set(files)].sort();
}

/**
 * Failures of a Vitest run: each failed test with the first line of its message, and each error that no test
 * caught.
 */
export function failuresOf(file, uncaughtFile) {
  const { testResults = [] } = read(file);
  const tests = testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0)
      return [`${path.relative(root, name)}: ${firstLine(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${path.relative(root, name)} › ${fullName}: ${firstLine(failureMessages[0])}`,
    );
  });
  const uncaught = existsSync(uncaughtFile) ? read(uncaughtFile) : [];
  const all = [...tests, ...new Set(uncaught.map((text) => `uncaught ${firstLine(text)}`))];
  return all.length > mostNamed ? [...all.slice(0, mostNamed), `and ${all.length - mostNamed} more`] : all;
}

const firstLine = (text = '') => text.split('\n')[0].slice(0, 200);

/** One command for each failed test of a Playwright report. */
export function failedBrowserTests(file) {
  const found = [];
  const visit = ({ specs = [], suites = [] }) => {
    for (const { ok, file: spec, line } of specs)
      if (!ok) found.push(`npm run test:browser -- ${spec}:${line}`);
    suites.forEach(visit);
  };
  visit(read(file));
  return found;
}
