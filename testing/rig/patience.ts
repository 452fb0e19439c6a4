import { vi } from 'vitest';

/** Milliseconds that are waited for what must come. A busy machine is slow, not wrong; Vitest would give up after one second. */
const timeout = 50_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
