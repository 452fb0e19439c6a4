// What the reports of the test runners say of failures, as commands that run just those.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** One command for the failed files of a Vitest report. */
export function failedTestFiles(file, command) {
  const { testResults = [] } = read(file);
  const files = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => path.relative(root, name));
  return files.length > 0 ? [`${command} ${[...new Set(files)].sort().join(' ')}`] : [];
}

/** One command for each failed test of a Playwright report. */
export function failedBrowserTests(file) {
  const found = [];
  const visit = ({ specs = [], suites = [] }) => {
    for (const { ok, file: spec, line } of specs)
      if (!ok) found.push(`npm run test:browser -- ${spec}:${line}`);
    suites.forEach(visit);
  };
  (read(file).suites ?? []).forEach(visit);
  return found;
}
