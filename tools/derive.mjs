// `npm run derive -- NAME [STEP …]`: makes the demo's data again (examples/*/README.md). What it reads are packages of the
// workspace `examples`, which is installed when this runs for the first time.
import { install, run, runtime, say } from './install.mjs';

const programs = {
  astana: 'examples/astana/derive/main.ts',
  panoramas: 'examples/astana/derive/panoramas/main.ts',
  thumbnails: 'examples/astana/derive/thumbnails/main.ts',
  gazetteer: 'examples/astana/gazetteer/derive/main.ts',
  world: 'examples/world/derive/main.ts',
};
const [name, ...steps] = process.argv.slice(2);
const program = programs[name];
if (!program) {
  say(`Usage: npm run derive -- ${Object.keys(programs).join('|')} [STEP …]`);
  process.exit(1);
}
install({ workspace: 'examples' });
// Not part of `npm run check:types`, which runs without the packages of this workspace.
run('npx', ['tsc', '-p', 'examples/tsconfig.json']);
run(runtime, [program, ...steps]);
