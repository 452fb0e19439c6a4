// Size budgets of docs/architecture.md: median ≤ 90 lines a file, 95th percentile ≤ 250, none over 400, and few of the product's
// files so short that they belong into the file that imports them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const files = execFileSync('git', [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  'wire',
  'analysis',
  'web',
  'server',
  'integration-kinds',
  'testing',
  'examples',
  'tools',
])
  .toString()
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file));
const sizes = files
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  .sort((a, b) => a.lines - b.lines);
const at = (share) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))].lines;
/** Product files of 20 lines or less, except the `index.ts` of a feature; parts of integration kinds have fixed names. Lower it when there are fewer. */
const mostShort = 50;
const short = sizes.filter(
  ({ file, lines }) =>
    lines <= 20 && /^(wire|web|server)\//.test(file) && !/(^|\/)index\.ts$|\.d\.ts$/.test(file),
);
const faults = [
  ...sizes
    .filter(({ lines }) => lines > 400)
    .map(({ file, lines }) => `${file} has ${lines} lines; split it (at most 400).`),
  ...(at(0.5) > 90 ? [`The median file has ${at(0.5)} lines (at most 90).`] : []),
  ...(at(0.95) > 250 ? [`The 95th percentile is ${at(0.95)} lines (at most 250).`] : []),
  ...(short.length > mostShort
    ? [`${short.length} files have 20 lines or less (at most ${mostShort}): merge one into its importer.`]
    : []),
];
for (const fault of faults) console.error(fault);
console.log(
  `${files.length} files, median ${at(0.5)} lines, 95th percentile ${at(0.95)}, longest ${at(1)}, ${short.length} of 20 lines or less`,
);
process.exit(faults.length > 0 ? 1 : 0);
