import { vi } from 'vitest';

/**
 * Timeout in milliseconds for expected events. A busy machine is slow, not wrong; Vitest would give up after
 * one second.
 */
const timeout = 50_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
