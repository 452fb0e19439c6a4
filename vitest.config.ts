import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { long } from './testing/rig/long.ts';
import { messages } from './tools/translations/plugin.ts';

const setupFiles = ['testing/rig/property-seed.ts', 'testing/rig/each-file.ts'];

/** A slow machine is no fault of the product. */
const timeouts = { testTimeout: 120_000, hookTimeout: 180_000 };

/**
 * Milliseconds to wait for what a test expects. Components and other processes, such as databases, may need long: with ten times
 * as many processes busy as there are cores, a list of cards needed 35 seconds, and nothing without components more than 4.
 */
const patience = 20_000;
const longPatience = 50_000;

/** Files `*.long.test.ts` run in `npm run test:long`, and when the command line names one. */
const withLong = long || process.argv.some((parameter) => parameter.includes('.long.'));

/**
 * Files of a project share modules that were loaded once, which halves the time of a run. A file that replaces modules for
 * itself (`vi.mock`) runs alone, in a project of the same name and `-alone`.
 */
function project(
  name: string,
  folders: string[],
  more: {
    ending?: string;
    environment?: string;
    isolate?: boolean;
    pool?: 'threads';
    setupFiles?: string[];
    provide?: { patience: number };
  } = {},
) {
  const { ending = '.test.ts', provide = { patience }, ...rest } = more;
  const files = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
    )
    .filter((file) => file.endsWith(ending))
    .filter((file) => withLong || !/\.long\.test\.tsx?$/.test(file));
  const alone = files.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));
  const test = {
    environment: 'node',
    setupFiles,
    isolate: false,
    // A process that runs many files, each with a server, otherwise collects garbage for a fifth of its time. (Threads have no such flag.)
    execArgv: rest.pool === 'threads' ? [] : ['--max-semi-space-size=64'],
    ...timeouts,
    provide,
    expect: { poll: { timeout: provide.patience } },
    ...rest,
  };
  return [
    {
      test: {
        ...test,
        name,
        include: folders.map((folder) => `${folder}/**/*${ending}`),
        exclude: [...alone, ...(withLong ? [] : ['**/*.long.test.{ts,tsx}'])],
      },
    },
    ...(alone.length > 0
      ? [{ test: { ...test, name: `${name}-alone`, include: alone, isolate: true } }]
      : []),
  ];
}

const withProcesses = {
  setupFiles: [...setupFiles, 'testing/rig/cheap-passwords.ts'],
  provide: { patience: longPatience },
};

/** One project a kind of test: `npx vitest run --project 'server*'` runs a single kind, a path runs a single file. */
export default defineConfig({
  test: {
    // Vitest would keep a processor for itself, of which it needs little.
    maxWorkers: '100%',
    globalSetup: ['testing/rig/database-server.ts'],
    // `npm run test:coverage` (docs/decisions/0011): percent of lines and of branches that a test must reach.
    coverage: {
      provider: 'v8',
      include: ['wire/**/*.ts', 'server/**/*.ts', 'web/**/*.{ts,tsx}', 'integration-kinds/**/*.{ts,tsx}'],
      exclude: ['**/*.test.*'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        'wire/**': { lines: 98, branches: 96 },
        'server/portal/**': { lines: 97, branches: 91 },
        'server/gis/**': { lines: 94, branches: 86 },
        'web/**': { lines: 87, branches: 77 },
      },
    },
    projects: [
      ...project('wire', ['wire']),
      ...project('server', ['server', 'tools', 'examples', 'testing/bench'], withProcesses),
      ...project('client', ['testing/client'], withProcesses),
      ...project('web', ['web', 'analysis', 'integration-kinds'], {
        setupFiles: [...setupFiles, 'testing/web/as-worker.ts'],
      }).map((modules) => ({
        plugins: [messages()],
        ...modules,
      })),
      ...project('web-components', ['web', 'integration-kinds'], {
        ending: '.test.tsx',
        environment: 'jsdom',
        // Each has a document of its own, in which the caches of styles, loaded once, would not put theirs. A thread for
        // each starts with a fifth less processor time than a process.
        isolate: true,
        pool: 'threads',
        setupFiles: [...setupFiles, 'testing/web/set-up.ts'],
        provide: { patience: longPatience },
      }).map((components) => ({ plugins: [react(), messages()], ...components })),
    ],
  },
});
