// `npm test`: everything on a fresh clone. Types, lint, import rules, unit, client and browser tests, in this order.
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
step('browser tests', 'test:browser');
