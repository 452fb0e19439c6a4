// `npm run ui`: the components of web/ui, each in its states, in light, dark and right-to-left. Storybook is not a package of the
// product: it is installed in its own folder when this runs for the first time. What follows `--` goes to Storybook.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { install, root, run, say } from './install.mjs';

const gallery = path.join(root, 'testing', 'web', 'gallery');
const program = path.join(gallery, 'node_modules', '.bin', 'storybook');

install({ everything: true });
if (!existsSync(program)) {
  say('Installing Storybook (about a minute, once) …');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: gallery });
}
const [command = 'dev', ...rest] = process.argv.slice(2);
const settings = ['-c', path.join(gallery, 'storybook')];
run(program, [command, ...settings, ...(command === 'dev' ? ['--port', '6006', '--no-open'] : []), ...rest]);
