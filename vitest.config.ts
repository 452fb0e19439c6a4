import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const setupFiles = ['testing/rig/property-seed.ts'];

/** A slow machine is no fault of the product. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };

/** One project a kind of test: `npx vitest run --project server` runs a single kind, a path runs a single file. */
export default defineConfig({
  test: {
    globalSetup: ['testing/rig/database-server.ts'],
    projects: [
      {
        test: { name: 'wire', environment: 'node', include: ['wire/**/*.test.ts'], setupFiles, ...patience },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{server,tools,examples,testing/bench}/**/*.test.ts'],
          setupFiles,
          ...patience,
        },
      },
      {
        test: {
          name: 'client',
          environment: 'node',
          include: ['testing/client/**/*.test.ts'],
          setupFiles,
          ...patience,
        },
      },
      { test: { name: 'web', environment: 'node', include: ['web/**/*.test.ts'], setupFiles, ...patience } },
      {
        // Components: a document of its own, and Testing Library's clean-up after each test.
        plugins: [react()],
        test: {
          name: 'web-components',
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: [...setupFiles, 'testing/web/set-up.ts'],
          ...patience,
        },
      },
    ],
  },
});
