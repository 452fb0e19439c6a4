import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { benches } from './benches.ts';
import { printTable } from './bench.ts';

/**
 * `npm run bench [-- NAME…] [-- --json FILE] [-- --runs N] [-- --large] [-- --megabytes N]`: runs the benchmarks and prints
 * their tables.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    runs: { type: 'string', default: '5' },
    large: { type: 'boolean', default: false },
    megabytes: { type: 'string', default: '50' },
  },
});
const runs = Number(values.runs);
const megabytes = Number(values.megabytes);
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0 || !Number.isInteger(runs) || runs < 1 || !(megabytes > 0)) {
  console.error(
    `Usage: npm run bench -- [NAME…] [--runs N] [--large] [--megabytes N] [--json FILE]\n\n${benches.map(({ name, about }) => `  ${name}: ${about}`).join('\n')}`,
  );
  process.exit(1);
}

const figures: Record<string, unknown> = {};
for (const bench of benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  console.log(`\n## ${bench.name}: ${bench.about}`);
  const result = await bench.run({ runs, large: values.large, megabytes });
  for (const table of result.tables) console.log(printTable(table));
  figures[bench.name] = result.figures;
  if (values.json)
    await writeFile(
      values.json,
      `${JSON.stringify({ date: new Date().toISOString(), runs, figures }, null, 1)}\n`,
    );
}
process.exit(0);
