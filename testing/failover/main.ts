import { type Failover, faults, runFailovers } from './run-failovers.ts';

/**
 * `npm run test:failover -- 20 [disk…] [without-replica]`: strikes the primary of the example cluster this many times under
 * writers of every kind and readers, and reports what was lost and how often another node took over. Requires root on Debian:
 * it makes network namespaces and small disks.
 */
const given = process.argv.slice(2);
const chosen = faults.filter((fault) => given.includes(fault));
const count = Number(given.find((text) => /^\d+$/.test(text)) ?? faults.length);
const unknown = given.filter(
  (text) => !/^(\d+|without-replica)$/.test(text) && !faults.some((fault) => fault === text),
);
if (unknown.length > 0) throw new Error(`Unknown fault: ${unknown.join()}. There are ${faults.join(', ')}.`);
const hasReplica = !given.includes('without-replica');
/** Milliseconds until writes of every kind succeed again, and without a read where replicas answer. */
const most = 30_000;
const longestGap = 10_000;

const report = await runFailovers(count, chosen.length > 0 ? chosen : faults, {
  hasReplica,
  notify: (line) => console.log(new Date().toISOString().slice(11, 19), line),
});
console.log('acknowledged writes:', report.acknowledged);
console.log('\nmilliseconds until the first write of each kind:');
printTable(report.failovers.map(({ fault, writes }) => ({ fault, ...writes })));
console.log('longest time without a read of each kind, in milliseconds:');
printTable(
  report.failovers.map(({ fault, reads }) => ({
    fault,
    ...Object.fromEntries(Object.entries(reads).map(([kind, each]) => [kind, each.longestGap])),
  })),
);
console.log('reads of each kind, over all faults:');
printTable(sumOf(report.failovers));
for (const [failure, times] of report.failures) console.log(`${times} × ${failure}`);
for (const what of report.lost) console.log(`LOST: ${what}`);
for (const what of report.halves) console.log(`HALF DONE: ${what}`);
const slow = report.failovers.filter(({ writes }) => Math.max(...Object.values(writes)) > most);
const silent = report.failovers.filter(({ reads }) =>
  Object.values(reads).some((each) => hasReplica && each.longestGap > longestGap),
);
const moved = report.failovers.filter(({ of, to }) => of !== to);
const unmoved = report.failovers.filter(({ fault, of, to }) => fault !== 'postgresql-restart' && of === to);
console.log(`${moved.length} of ${count} faults moved the primary to another node:`);
for (const fault of new Set(report.failovers.map((each) => each.fault))) {
  const ofFault = (list: readonly Failover[]) => list.filter((each) => each.fault === fault).length;
  console.log(`  ${fault}: ${ofFault(moved)} of ${ofFault(report.failovers)}`);
}
for (const { fault, of } of unmoved)
  console.log(`NOT MOVED: ${of} is the primary after the fault “${fault}”`);
const faulty = report.lost.length + report.halves.length + slow.length + silent.length + unmoved.length;
console.log(
  [
    `${faulty === 0 ? 'PASSED' : 'FAILED'}: ${report.lost.length} lost, ${report.halves.length} half done`,
    `a kind of write was away for more than ${most / 1000} seconds after ${slow.length} of ${count} faults`,
    `a kind of read for more than ${longestGap / 1000} after ${silent.length}`,
    `the primary stayed after ${unmoved.length} that should move it`,
  ].join(', '),
);
process.exitCode = faulty === 0 ? 0 : 1;

function sumOf(failovers: readonly Failover[]) {
  return Object.keys(failovers[0]?.reads ?? {}).map((kind) => {
    const all = failovers.flatMap(({ reads }) => reads[kind] ?? []);
    const sum = (what: 'total' | 'failed' | 'byReplica') =>
      all.reduce((total, each) => total + each[what], 0);
    return {
      kind,
      total: sum('total'),
      failed: sum('failed'),
      'by a replica instead': sum('byReplica'),
      'longest gap': Math.max(...all.map((each) => each.longestGap)),
    };
  });
}

/** Prints rows with the same columns below each other. */
function printTable(rows: readonly Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => String(row[column]).length)),
  );
  const print = (cells: readonly unknown[]) =>
    console.log(cells.map((cell, at) => String(cell).padEnd(widths[at] ?? 0)).join('  '));
  print(columns);
  for (const row of rows) print(columns.map((column) => row[column]));
  console.log('');
}
