import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A Debian program required by a test: its path, after installing it when running as root on Debian.
 * @param find returns its path; undefined when it is not installed
 * @returns the path, or the reason to skip the test
 */
export async function findProgram(
  packageName: string,
  find: () => string | undefined,
): Promise<{ place: string } | { missing: string }> {
  let place = find();
  if (!place && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // Test files run in parallel: the second waits for the first one's lock.
    const apt = (...parameters: string[]) =>
      run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...parameters], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    try {
      await apt('update');
      await apt('install', '-y', '--no-install-recommends', packageName);
    } catch (error) {
      return { missing: `${packageName} could not be installed: ${(error as Error).message.trim()}` };
    }
    place = find();
  }
  return place
    ? { place }
    : { missing: `There is no ${packageName}. Install it (sudo apt install ${packageName}).` };
}
