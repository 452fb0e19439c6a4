// Plain Node without dependencies: it must run before anything is installed, on any Node from 20.19 on.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

/** An environment in which `node` and every installed program are the project's own. */
export function projectEnvironment() {
  const bin = path.join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
}

/**
 * Installs the packages of the lock file unless they are installed.
 * @param everything includes those for checks, tests and benchmarks; once installed they are kept
 */
export function install({ everything = false } = {}) {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const [installed, extent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const withAll = everything || extent === 'everything';
  if (installed === wanted && existsSync(runtime) && withAll === (extent === 'everything')) return;
  say('Installing packages (about a minute, once) …');
  // Not `npm ci`: it rejects a lock file in which an optional package of another platform is not published
  // (yet).
  run('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(withAll ? [] : ['--omit=dev']),
  ]);
  writeFileSync(stamp, `${wanted} ${withAll ? 'everything' : 'product'}`);
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
