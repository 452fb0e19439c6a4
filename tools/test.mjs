// `npm test`: everything on a fresh clone. Types, lint, import rules, unit, client and browser tests, in this order.
import { existsSync } from 'node:fs';
import { browserPath } from './browser.mjs';
import { build } from './build.mjs';
import { install, projectEnvironment, run, say } from './install.mjs';

install();
const env = { ...projectEnvironment(), CHROMIUM_PATH: browserPath() };
const step = (title, script) => {
  say(`\n— ${title}`);
  run('npm', ['run', '--silent', script], { env });
};

step('types, lint, import rules, unused code, format', 'check');
build();
step('unit and client tests', 'test:unit');
// Debian's own PostgreSQL is older than the one that comes with the product; root may install it.
if (existsSync('/usr/lib/postgresql') || (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')))
  step('a part of them on Debian’s PostgreSQL', 'test:debian:part');
step('browser tests', 'test:browser');
