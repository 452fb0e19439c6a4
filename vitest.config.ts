import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** One project a kind of test, so that `npx vitest run --project server` runs a single kind. */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['testing/web/set-up.ts'],
        },
      },
      { test: { name: 'wire', environment: 'node', include: ['wire/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts', 'tools/**/*.test.ts', 'examples/**/*.test.ts'],
          globalSetup: ['testing/rig/database-server.ts'],
        },
      },
      {
        test: {
          name: 'client',
          environment: 'node',
          include: ['testing/client/**/*.test.ts'],
          globalSetup: ['testing/rig/database-server.ts'],
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
