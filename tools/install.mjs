// Plain Node without dependencies: it must run before anything is installed, on any Node from 20.19 on.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'node_modules', '.mapping-installed');

/** The product's runtime, a pinned dependency, so that the machine's own Node may be older. */
export const runtime = path.join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * Flags of the server's process. A young generation of 64 MB per half instead of 16: the garbage of large requests is collected before
 * it is old, and delays other responses for half as long (docs/measurements.md). V8's own threads, which collect for all threads and
 * compile at normal priority, leave a processor to the event loop; V8 would start four on every machine.
 */
export const serverFlags = [
  '--max-semi-space-size=64',
  `--v8-pool-size=${Math.min(4, Math.max(1, os.availableParallelism() - 1))}`,
];

/**
 * Settings of glibc's memory for the server's process (https://man7.org/linux/man-pages/man3/mallopt.3.html; other systems ignore
 * them). By default it has an arena for each thread and keeps what was freed there: 40 MB after the demo city was loaded.
 */
export const serverMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/** An environment in which `node` and every installed program are the project's own. */
export function projectEnvironment() {
  const bin = path.join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
}

/**
 * Installs the packages of the lock file unless they are installed. Once installed, packages for tests are kept; those of
 * workspaces are kept until the lock file changes.
 * @param everything includes the packages for checks and tests
 * @param workspace the folder of an npm workspace, whose packages are installed as well
 */
export function install({ everything = false, workspace } = {}) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  let [installed, extent, ...workspaces] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const withAll = everything || workspace !== undefined || extent === 'everything';
  if (installed !== lock || !existsSync(runtime) || withAll !== (extent === 'everything')) {
    say('Installing packages (about a minute, once) …');
    npmInstall('--workspaces=false', ...(withAll ? [] : ['--omit=dev']));
    // Headers and manual of the runtime, beside which `node` is installed; the next `npm install` would remove them as well.
    rmSync(path.join(root, 'node_modules', 'node', 'node_modules'), { recursive: true, force: true });
    workspaces = [];
  }
  if (workspace && !workspaces.includes(workspace)) {
    say(`Installing packages of ${workspace} (about a minute, once) …`);
    npmInstall('--ignore-scripts', `--workspace=${workspace}`);
    workspaces.push(workspace);
  }
  const text = [lock, withAll ? 'everything' : 'product', ...workspaces].join(' ');
  // The account of a server may not write here.
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === text) return;
  // In one step: another start that reads half of it would install again, without the packages for tests.
  const written = `${stamp}-${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, stamp);
}

/** Not `npm ci`: it rejects a lock file in which an optional package of another platform is not published (yet). */
function npmInstall(...options) {
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...options]);
}

/** Runs a program in the project's root; exits with the same code when it fails. */
export function run(program, parameters, options = {}) {
  try {
    execFileSync(program, parameters, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: projectEnvironment(),
      ...options,
    });
  } catch (error) {
    if (typeof error.status !== 'number') say(`${program} could not be run: ${error.message}`);
    process.exit(error.status || 1);
  }
}

export function say(text) {
  console.log(text);
}
