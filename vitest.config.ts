import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const setupFiles = ['testing/rig/property-seed.ts'];
const serverSetup = [...setupFiles, 'testing/rig/cheap-passwords.ts'];

/** A slow machine is no fault of the product. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };

/**
 * Files of a project share modules that were loaded once, which halves the time of a run. A file that replaces modules for
 * itself (`vi.mock`) runs alone, in a project of the same name and `-alone`.
 */
function project(
  name: string,
  folders: string[],
  more: { ending?: string; environment?: string; isolate?: boolean; setupFiles?: string[] } = {},
) {
  const { ending = '.test.ts', ...rest } = more;
  const files = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
    )
    .filter((file) => file.endsWith(ending));
  const alone = files.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));
  const test = { environment: 'node', setupFiles, isolate: false, ...patience, ...rest };
  return [
    {
      test: {
        ...test,
        name,
        include: folders.map((folder) => `${folder}/**/*${ending}`),
        exclude: alone,
      },
    },
    ...(alone.length > 0
      ? [{ test: { ...test, name: `${name}-alone`, include: alone, isolate: true } }]
      : []),
  ];
}

/** One project a kind of test: `npx vitest run --project 'server*'` runs a single kind, a path runs a single file. */
export default defineConfig({
  test: {
    // Vitest would keep a processor for itself, of which it needs little.
    maxWorkers: '100%',
    globalSetup: ['testing/rig/database-server.ts'],
    projects: [
      ...project('wire', ['wire']),
      ...project('server', ['server', 'tools', 'examples', 'testing/bench'], { setupFiles: serverSetup }),
      ...project('client', ['testing/client'], { setupFiles: serverSetup }),
      ...project('web', ['web']),
      ...project('web-components', ['web'], {
        ending: '.test.tsx',
        environment: 'jsdom',
        // Each has a document of its own.
        isolate: true,
        setupFiles: [...setupFiles, 'testing/web/set-up.ts'],
      }).map((components) => ({ plugins: [react()], ...components })),
    ],
  },
});
