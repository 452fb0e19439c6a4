import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { type Bound, growthOf, isFlat, meanOf } from './fit.ts';
import { startSoak } from './soak.ts';

/**
 * `npm run test:soak -- 240 [--share 0.5] [--seconds 60]`: loads its own server for this many minutes with reads and writes of
 * every kind, at a share of the rate that it reaches with all callers busy, and samples every minute what the server holds. A line
 * through the samples must not grow beyond the bounds, without the first sixth: at least 15 samples, if that is half of them or less.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '0.5' }, seconds: { type: 'string', default: '60' } },
});
const minutes = Number(positionals[0] ?? 240);

const bounds: Readonly<Record<string, Bound>> = {
  'heap after collection': { unit: 'MB', most: 8, share: 0.1 },
  'memory of the process': { unit: 'MB', most: 30, share: 0.15 },
  'file descriptors': { unit: '', most: 6, share: 0.1 },
  'connections to the database': { unit: '', most: 4, share: 0.1 },
  'temporary files': { unit: '', most: 3, share: 0 },
  'event-loop delay, mean': { unit: 'ms', most: 5, share: 0.3 },
  'event-loop delay, p99': { unit: 'ms', most: 30, share: 0.3 },
};

// Callers usually run on other machines.
setPriority(10);
const soak = await startSoak(Number(values.share));
console.log(
  `${soak.capacity.toFixed(1)} requests/s with all callers busy, ${soak.rate.toFixed(1)} from now on`,
);
const samples: Record<string, number>[] = [];
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
try {
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end && !stop.signal.aborted) {
    const sample = await soak.sample(Number(values.seconds) * 1000);
    samples.push(sample);
    console.log(
      new Date().toISOString().slice(11, 19),
      Object.values(sample)
        .map((value) => value.toFixed(1))
        .join(' | '),
    );
  }
} finally {
  await soak.stop();
}
const settled = samples.slice(Math.max(samples.length / 6, Math.min(15, samples.length / 2)));
console.log(`\n${samples.length} samples, every ${values.seconds} s; requests:`, soak.counts());
console.log('| value | mean | smallest | largest | growth of the line | bound |\n|-|-:|-:|-:|-:|-:|');
const grown: string[] = [];
for (const [name, bound] of Object.entries(bounds)) {
  const all = settled.map((sample) => sample[name] ?? 0);
  const most = Math.max(bound.most, bound.share * meanOf(all));
  const figures = [meanOf(all), Math.min(...all), Math.max(...all), growthOf(all), most];
  console.log(`| ${name} ${bound.unit} | ${figures.map((value) => value.toFixed(1)).join(' | ')} |`);
  if (!isFlat(all, bound)) grown.push(name);
}
for (const name of grown) console.error(`FAILED: ${name} grows`);
for (const failure of soak.failures()) console.error(`FAILED: ${failure}`);
process.exitCode = grown.length + soak.failures().length === 0 ? 0 : 1;
