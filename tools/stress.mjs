// `npm run test:stress`: the unit and client tests in random order, twenty times, while every core is kept
// busy. A test that depends on the speed of the machine, or on earlier tests, fails here. `-- 3
// server/portal` runs three times what is in that folder; `--seed=7` repeats an order. Files are shuffled:
// the tests of one share a server and a database, and some continue from the previous one. `--tests` shuffles
// those too. `--shard=2/8` takes the second eighth of the files, so that eight machines together run all of
// them twenty times in an hour.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { failedTestFiles } from './failed-tests.mjs';
import { install, projectEnvironment, root, runtime, say } from './install.mjs';

install({ everything: true });
// Some tests start the server as a program.
build();
const given = process.argv.slice(2);
const seedOf = (text) => /^--seed=(\d+)$/.exec(text)?.[1];
const fixedSeed = given.map(seedOf).find(Boolean);
const times = Number(given.find((text) => /^\d+$/.test(text)) ?? 20);
const only = given.filter((text) => !/^\d+$/.test(text) && !text.startsWith('--'));
const shard = given.filter((text) => /^--shard=\d+\/\d+$/.test(text));
const shuffled = ['files', ...(given.includes('--tests') ? ['tests'] : [])];

const cores = availableParallelism();
const reports = mkdtempSync(path.join(tmpdir(), 'mapping-stress-'));
const busy = Array.from({ length: cores }, () =>
  // Each ends with this program: its standard input is a pipe from here.
  spawn(
    runtime,
    [
      '-e',
      "process.stdin.on('end', () => process.exit()).resume(); const spin = () => { const end = Date.now() + 50; while (Date.now() < end); setImmediate(spin); }; spin();",
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  ),
);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());

say(
  `${times} runs in random order with ${cores} cores busy; one run of everything takes about 20 minutes then, a shard its part.`,
);
const failures = [];
for (let run = 1; run <= times && !stop.signal.aborted; run += 1) {
  const seed = fixedSeed ?? String(Date.now() % 1_000_000_000);
  const report = path.join(reports, `run-${run}.json`);
  const begun = Date.now();
  const child = spawn(
    'npx',
    [
      'vitest',
      'run',
      ...only,
      ...shard,
      ...shuffled.map((what) => `--sequence.shuffle.${what}`),
      `--sequence.seed=${seed}`,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', env: projectEnvironment() },
  );
  const [status] = await once(child, 'exit');
  if (stop.signal.aborted) break;
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
  say(`run ${run} of ${times}, seed ${seed}: ${status === 0 ? 'passed' : 'FAILED'} in ${minutes} min`);
  if (status !== 0) failures.push({ run, seed, again: failedTestFiles(report, 'npx vitest run') });
}
for (const { stdin } of busy) stdin.end();
rmSync(reports, { recursive: true });

for (const { run, seed, again } of failures)
  say(
    `✗ run ${run}: npm run test:stress -- 1 --seed=${seed}${shard.map((text) => ` ${text}`).join('')}${again.length > 0 ? `\n    just the failed files: ${again[0]}` : ''}`,
  );
say(
  failures.length > 0 || stop.signal.aborted
    ? `FAILED: ${failures.length} of ${times} runs${stop.signal.aborted ? ', interrupted' : ''}`
    : `PASSED: ${times} runs, 0 failures`,
);
process.exitCode = failures.length > 0 || stop.signal.aborted ? 1 : 0;
