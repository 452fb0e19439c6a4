// `npm run test:browser:halves`: the browser tests in two halves at once, each with a server, a database and
// ports of its own. A single browser mostly waits, and two that shared a server would see each other's
// content. `REPORTS=FOLDER` writes one JSON report for each; other parameters go to Playwright.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { install, projectEnvironment, root, say } from './install.mjs';

install({ everything: true });
const firstPort = Number(process.env.TEST_PORT ?? 18080);
const reports = process.env.REPORTS;
const environment = projectEnvironment();
// Each half makes a folder of its own.
delete environment.TEST_DATA_DIR;

const halves = [1, 2].map((half) =>
  spawn('npm', ['run', '--silent', 'test:browser', '--', `--shard=${half}/2`, ...process.argv.slice(2)], {
    cwd: root,
    // Ctrl-C reaches both directly.
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...environment,
      TEST_PORT: String(firstPort + (half - 1) * 10),
      TEST_RESULTS: path.join(root, 'test-results', `half-${half}`),
      ...(reports && { PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(reports, `browser-${half}.json`) }),
    },
  }),
);
process.on('SIGINT', () => {});
process.on('SIGTERM', () => halves.forEach((half) => half.kill('SIGTERM')));
const ended = await Promise.all(halves.map((half) => once(half, 'exit')));
const failed = ended.flatMap(([code], index) => (code === 0 ? [] : [index + 1]));
if (failed.length > 0) say(`FAILED: half ${failed.join(' and ')} of the browser tests`);
process.exitCode = failed.length > 0 ? 1 : 0;
