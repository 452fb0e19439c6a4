// `npm run dev`: the server restarts and the browser reloads when their sources change.
import { spawn } from 'node:child_process';
import { install, projectEnvironment, root, runtime } from './install.mjs';

install({ everything: true });

// Users reach the server through Vite, and a sign-in must return there.
const env = {
  ...projectEnvironment(),
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'debug',
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${process.env.DEV_PORT ?? 5173}`,
};
const watched = ['server', 'wire', 'analysis', 'integration-kinds'].map((folder) => `--watch-path=${folder}`);
const programs = [
  spawn(runtime, [...watched, 'server/main.ts', '--demo'], {
    cwd: root,
    stdio: 'inherit',
    env,
  }),
  spawn(runtime, ['node_modules/vite/bin/vite.js'], { cwd: root, stdio: 'inherit', env }),
];
process.on('SIGINT', () => {});
for (const program of programs) {
  program.on('exit', () => {
    for (const other of programs) other.kill('SIGTERM');
  });
}
