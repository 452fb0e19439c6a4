import { afterAll, inject, vi } from 'vitest';

const recording = process.env['RECORD_OPERATIONS'];
if (recording !== undefined) (await import('./record-operations.ts')).recordOperations(recording);

declare module 'vitest' {
  interface ProvidedContext {
    /** Milliseconds for which a test waits for what it expects. A busy machine is slow, not wrong. */
    patience: number;
  }
}

const { waitFor, waitUntil } = vi;
const patient = <Options extends object>(options: number | Options | undefined) =>
  typeof options === 'number' ? options : { timeout: inject('patience'), ...options };
// Vitest would give up after one second. (`expect.poll`: vitest.config.ts.)
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

// Files of a project share a process: what one has replaced must not meet the next, whichever that is.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
