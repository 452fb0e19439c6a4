import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say } from './install.mjs';

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium of the browser tests; installed through apt when running as root on Debian and there is none.
 */
export function browserPath() {
  const found = () => places.find((place) => place && existsSync(place));
  if (!found() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium for the browser tests …');
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core'],
      options,
    );
  }
  const browser = found();
  if (!browser) {
    console.error(
      'The browser tests need Chromium. Install it (Debian: sudo apt install chromium) or set CHROMIUM_PATH to it.',
    );
    process.exit(1);
  }
  return browser;
}
