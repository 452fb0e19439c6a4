// Runs client tests and writes into docs/clients.md which operations they tried: all of them, with the long ones of other
// programs, or the files that the command line names, whose record takes the place of their former one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Programs that are not in the usual run. */
const programs = ['qgis', 'gdal'];
const longFiles = () =>
  readdirSync('testing/client')
    .filter((name) => name.endsWith('.long.test.ts') && programs.some((program) => name.includes(program)))
    .map((name) => `testing/client/${name}`);

const named = process.argv.slice(2);
const missing = named.find((file) => !existsSync(file));
if (missing) throw new Error(`${missing} is not a file.`);
const folder = mkdtempSync(path.join(tmpdir(), 'mapping-operations-'));
const run = (...command) =>
  spawnSync('npx', command, { stdio: 'inherit', env: { ...process.env, RECORD_OPERATIONS: folder } }).status;

const inBrowsers = named.length > 0 ? named.filter((file) => file.endsWith('.spec.ts')) : ['maplibre'];
const inNode = named.filter((file) => !file.endsWith('.spec.ts'));
const runs = [
  ...(named.length === 0
    ? [
        ['vitest', 'run', '--project', 'client*'],
        ['vitest', 'run', ...longFiles()],
      ]
    : []),
  ...(inNode.length > 0 ? [['vitest', 'run', ...inNode]] : []),
  ...(inBrowsers.length > 0
    ? [['playwright', 'test', '-c', 'testing/playwright.config.ts', ...inBrowsers]]
    : []),
];
const failed = runs.map((command) => run(...command)).find((status) => status !== 0);
// What failed is not recorded as if it had worked.
const written = failed ?? run('node', 'testing/rig/count-operations.ts');
rmSync(folder, { recursive: true, force: true });
process.exitCode = written ?? 1;
