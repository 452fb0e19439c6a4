// `npm start`: everything on a fresh clone. `npm run serve` (--production): the same program without demo content. With --prepare it only
// installs and builds, for accounts that may not change the program.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from './build.mjs';
import { install, projectEnvironment, root, runtime, serverFlags, serverMemory } from './install.mjs';

const production = process.argv.includes('--production');

install();
build();
if (process.argv.includes('--prepare')) process.exit();

const server = spawn(runtime, [...serverFlags, 'server/main.ts', ...(production ? [] : ['--demo'])], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...serverMemory,
    ...projectEnvironment(),
    NODE_ENV: 'production',
    // Stripped and compiled sources are cached, so that the second start is quick.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
    LOG_LEVEL: process.env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  },
});
// Ctrl-C reaches the server directly, which stops in order; this process only waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
