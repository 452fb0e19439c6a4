import { beforeEach, expect, it, vi } from 'vitest';
import { newGlobalId, newId } from './new-id.ts';

// As on a page without https.
beforeEach(() => {
  const secure = crypto;
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => secure.getRandomValues(bytes),
  });
});

it('makes another GUID of version 4 each time', () => {
  const ids = Array.from({ length: 100 }, newId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('writes GlobalIDs as feature services do', () => {
  expect(newGlobalId()).toMatch(/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/);
});
