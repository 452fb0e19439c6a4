import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { passwordCost } from './password.ts';
import { deriveKey } from './password-threads.ts';

test('leaves threads to files and addresses while twelve passwords are hashed at full cost', async () => {
  const { N, r, p } = passwordCost;
  const options = { N, r, p, maxmem: 256 * N * r };
  let open = 12;
  const keys = Array.from({ length: open }, async (_none, index) => {
    const key = await deriveKey({ password: `${index}`, salt: new Uint8Array(16), bytes: 32, options });
    open -= 1;
    return key.toString('base64');
  });
  await Promise.all([readFile(import.meta.filename), lookup('localhost')]);
  // With scrypt in Node's own four threads both would finish after nearly all of them.
  expect(open).toBeGreaterThan(6);
  expect(new Set(await Promise.all(keys)).size).toBe(12);
});

test('fails alone when scrypt rejects the cost', async () => {
  const question = { password: 'x', salt: new Uint8Array(16), bytes: 32 };
  const refused = deriveKey({ ...question, options: { N: 3, r: 8, p: 1, maxmem: 1 } });
  await expect(refused).rejects.toThrow('scrypt');
  await expect(deriveKey({ ...question, options: { N: 16, r: 1, p: 1, maxmem: 1e6 } })).resolves.toHaveLength(
    32,
  );
});
