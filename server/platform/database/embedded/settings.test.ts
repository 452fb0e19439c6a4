import { expect, it } from 'vitest';
import { availableMemory, serverSettings } from './postmaster.ts';

const gigabyte = 1024 ** 3;

it.each([
  [0.5, '128MB', '256MB'],
  [2, '256MB', '1024MB'],
  [8, '1024MB', '4096MB'],
  [64, '2048MB', '32768MB'],
])('for %d GB the database caches %s, and assumes %s in all', (memory, own, altogether) => {
  expect(serverSettings(memory * gigabyte)).toMatchObject({
    shared_buffers: own,
    effective_cache_size: altogether,
  });
});

it('has room for the locks of services with many layers', () => {
  expect(serverSettings(gigabyte)).toMatchObject({ max_locks_per_transaction: '1024' });
});

it.each([
  ['no limit', 0, 8, 8],
  ['a limit', 2, 8, 2],
  ['a limit beyond the machine', 1e9, 8, 8],
])('available memory under %s', (_, constrained, total, expected) => {
  expect(availableMemory(constrained * gigabyte, total * gigabyte)).toBe(expected * gigabyte);
});
