import { runKills } from './run-kills.ts';

/**
 * `npm run test:kills -- 200 [--seed=7]`: kills the server, its database, or both this many times at random
 * moments under writers of every kind, and reports what was lost.
 */
const given = process.argv.slice(2);
const kills = Number(given.find((text) => /^\d+$/.test(text)) ?? 20);
const seed = Number(
  /^--seed=(\d+)$/.exec(given.find((text) => text.startsWith('--seed=')) ?? '')?.[1] ?? Date.now() % 1e6,
);

console.log(`${kills} kills, seed ${seed}`);
const report = await runKills({ kills, seed, patient: true, notify: console.log });
console.log('killed:', report.kills);
console.log('acknowledged writes:', report.acknowledged);
for (const victim of new Set(report.recoveries.map((each) => each.victim))) {
  const times = report.recoveries
    .filter((each) => each.victim === victim)
    .map(({ milliseconds }) => milliseconds)
    .toSorted((a, b) => a - b);
  console.log(
    `writes again after ${victim}: p50 ${times[Math.floor(times.length / 2)]} ms, longest ${times.at(-1)} ms`,
  );
}
for (const what of report.lost) console.log(`LOST: ${what}`);
for (const what of report.halves) console.log(`HALF DONE: ${what}`);
const faults = report.lost.length + report.halves.length;
console.log(
  `${faults === 0 ? 'PASSED' : 'FAILED'}: ${report.lost.length} lost, ${report.halves.length} half done`,
);
process.exitCode = faults === 0 ? 0 : 1;
