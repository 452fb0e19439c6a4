// Runs the client tests and writes into docs/clients.md how many operations they tried.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'mapping-operations-'));
const run = (...command) =>
  spawnSync('npx', command, { stdio: 'inherit', env: { ...process.env, RECORD_OPERATIONS: folder } }).status;
const failed = run('vitest', 'run', '--project', 'client*');
const written = failed || run('node', 'testing/rig/count-operations.ts');
rmSync(folder, { recursive: true, force: true });
process.exitCode = written ?? 1;
