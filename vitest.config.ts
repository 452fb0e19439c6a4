import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** One project a kind of test: `npx vitest run --project server` runs a single kind, a path runs a single file. */
export default defineConfig({
  test: {
    globalSetup: ['testing/rig/database-server.ts'],
    projects: [
      { test: { name: 'wire', environment: 'node', include: ['wire/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{server,tools,examples,testing/bench}/**/*.test.ts'],
          // A slow machine is no fault of the product.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'client',
          environment: 'node',
          include: ['testing/client/**/*.test.ts'],
          // A slow machine is no fault of the product.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', environment: 'node', include: ['web/**/*.test.ts'] } },
      {
        // Components: a document of its own, and Testing Library's clean-up after each test.
        plugins: [react()],
        test: {
          name: 'web-components',
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['testing/web/set-up.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
