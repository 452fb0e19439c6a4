import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readFile } from 'node:fs/promises';
import { expensiveRequests } from './expensive-requests.ts';
import { everyClass } from './expensive-request.ts';
import { loadsOfClasses } from './loads-of-classes.ts';
import { startMeasuredDemo } from './measured-demo.ts';
import { startProbe } from './probe.ts';

/**
 * `npm run test:load [-- CLASS OR PART OF A KIND…] [--at-once 40] [--rounds 2] [--profile FOLDER]`: sends the most
 * expensive requests of each kind at once to its own server, and requests `/health`, a config and a
 * static file every 50 ms meanwhile; at last, requests of all classes together. Fails when a turn of the event loop takes too much processor time, when
 * `/health` and the others do not respond with 200, and when a response is a 5xx other than a 503 with
 * `Retry-After`. Response times are judged only on a machine that is idle otherwise.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'at-once': { type: 'string', default: '40' },
    rounds: { type: 'string', default: '2' },
    profile: { type: 'string' },
  },
});
/**
 * Milliseconds on an idle machine of today; CI machines are slower. `EVENT_LOOP_MARGIN=1` sets the strict
 * limits.
 */
const margin = Number(process.env['EVENT_LOOP_MARGIN'] ?? 2);
const max = { answer: 100 * margin, turn: 50 * margin };
/** The slowest response without load, above which other programs keep the machine busy. */
const quietAnswer = 50;
/** How long a class is loaded at least. */
const leastMilliseconds = 1000;

const loadsOf: Readonly<Record<string, readonly string[]>> = loadsOfClasses;
const names = [...Object.keys(expensiveRequests), everyClass].filter(
  (name) =>
    positionals.length === 0 ||
    positionals.some((part) => name.includes(part) || loadsOf[part]?.includes(name)),
);
const demo = await startMeasuredDemo(values.profile);
const faults: string[] = [];
let quiet = false;
try {
  const page = await readFile('dist/web/index.html', 'utf8');
  const [asset = '/favicon.ico'] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  const probed = ['/health', '/api/demo/config', asset];
  const measured = async (name: string, load: () => Promise<unknown>) => {
    await demo.figures();
    const stop = startProbe(demo.origin, probed);
    const result = await load();
    const { times, slowest, failed } = await stop();
    const { delay, turn, garbage, work, memory } = await demo.figures();
    const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(0);
    const spent = [delay, turn, garbage, work].map((milliseconds) => milliseconds.toFixed(0));
    const figures = [at(1), at(0.99), at(0.5), ...spent, memory];
    console.log(
      `| ${name} | ${figures.join(' | ')} | ${result === undefined ? '' : JSON.stringify(result)} |`,
    );
    const worst = times.at(-1) ?? 0;
    if (quiet && worst > max.answer) faults.push(`${name}: ${slowest} took ${worst.toFixed(0)} ms`);
    if (work > max.turn) faults.push(`${name}: a turn took ${work.toFixed(0)} ms of processor time`);
    faults.push(...new Set(failed.map((what) => `${name}: ${what}`)));
    return worst;
  };
  // Compiling code at the first request of a kind does not count.
  for (const name of names) if (name !== everyClass) await demo.load({ name, concurrency: 6, rounds: 1 });
  await pause(3000);
  console.log(
    '| load | worst ms | p99 | p50 | loop delay | turn (CPU) | GC | turn without GC | MB | answers |\n|-|-:|-:|-:|-:|-:|-:|-:|-:|-|',
  );
  quiet = (await measured('none', () => pause(5000))) <= quietAnswer;
  if (!quiet) console.log('Other programs keep this machine busy: response times are not judged.');
  for (const name of names) {
    await measured(name, async () => {
      const order = { name, concurrency: Number(values['at-once']), rounds: Number(values.rounds) };
      const statuses: Record<string, number> = {};
      let withoutWait = 0;
      // Quick classes again, so that something is requested meanwhile.
      const until = performance.now() + leastMilliseconds;
      do {
        const answered = await demo.load(order);
        withoutWait += answered.withoutWait;
        for (const [status, count] of Object.entries(answered.statuses))
          statuses[status] = (statuses[status] ?? 0) + count;
      } while (performance.now() < until);
      const failed = Object.keys(statuses).filter((status) => status.startsWith('5') && status !== '503');
      if (failed.length > 0) faults.push(`${name}: answers ${failed.join()}`);
      if (withoutWait > 0) faults.push(`${name}: ${withoutWait} answers 503 without Retry-After`);
      return statuses;
    });
    await pause(300);
  }
} finally {
  await demo.stop();
}
for (const fault of faults) console.error(`FAILED: ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
