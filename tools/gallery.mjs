// `npm run ui`: the components of web/ui, each in its states, in light, dark and right-to-left. Storybook is a package of the
// workspace testing/web/gallery, which is installed when this runs for the first time. What follows `--` goes to Storybook.
import path from 'node:path';
import { install, root, run } from './install.mjs';

const workspace = 'testing/web/gallery';
install({ workspace });
const [command = 'dev', ...rest] = process.argv.slice(2);
const settings = ['-c', path.join(root, workspace, 'storybook')];
run(path.join(root, workspace, 'node_modules', '.bin', 'storybook'), [
  command,
  ...settings,
  ...(command === 'dev' ? ['--port', '6006', '--no-open'] : []),
  ...rest,
]);
