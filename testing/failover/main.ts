import { faults, runFailovers } from './run-failovers.ts';

/**
 * `npm run test:failover -- 20 [disk…]`: takes the primary of the example cluster away this many times under writers of every
 * kind, and reports what was lost. Requires root on Debian: it makes network namespaces and small disks.
 */
const chosen = faults.filter((fault) => process.argv.includes(fault));
const count = Number(process.argv.slice(2).find((text) => /^\d+$/.test(text)) ?? faults.length);
/** Milliseconds until writes of every kind succeed again. */
const most = 30_000;

const report = await runFailovers(count, chosen.length > 0 ? chosen : faults, console.log);
console.log('acknowledged writes:', report.acknowledged);
console.log('reads:', report.reads);
for (const fault of faults) {
  const times = report.recoveries
    .filter((each) => each.fault === fault)
    .map(({ everyKind }) => everyKind)
    .toSorted((a, b) => a - b);
  if (times.length > 0)
    console.log(
      `every kind of write again after ${fault}: p50 ${times[Math.floor(times.length / 2)]} ms, longest ${times.at(-1)} ms`,
    );
}
for (const what of report.lost) console.log(`LOST: ${what}`);
for (const what of report.halves) console.log(`HALF DONE: ${what}`);
const slow = report.recoveries.filter(({ everyKind }) => everyKind > most);
const faulty = report.lost.length + report.halves.length + slow.length;
console.log(
  `${faulty === 0 ? 'PASSED' : 'FAILED'}: ${report.lost.length} lost, ${report.halves.length} half done, ${slow.length} of ${count} failovers took more than ${most / 1000} seconds`,
);
process.exitCode = faulty === 0 ? 0 : 1;
