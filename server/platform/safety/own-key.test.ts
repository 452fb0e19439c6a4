import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVault, ownKey } from './vault.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('key of a demo installation', () => {
  it('is created once, stored, and accepted by the vault', async () => {
    const dataDir = path.join(folder, 'data');
    const first = await ownKey(dataDir);
    expect(await ownKey(dataDir)).toBe(first);
    const vault = createVault(first);
    expect(vault.open(vault.seal('secret', 'demo/work'), 'demo/work')).toBe('secret');
  });

  it('is readable only by its owner', async () => {
    await ownKey(folder);
    expect((await stat(path.join(folder, 'secrets.key'))).mode & 0o077).toBe(0);
  });
});
