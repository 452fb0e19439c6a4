// `npm run bench`: the benchmarks. Koop and the load generator are packages of the workspace testing/bench, which is installed
// when this runs for the first time. What follows `--` goes to testing/bench/main.ts.
import { install, run, runtime } from './install.mjs';

install({ workspace: 'testing/bench' });
run(runtime, ['testing/bench/main.ts', ...process.argv.slice(2)]);
