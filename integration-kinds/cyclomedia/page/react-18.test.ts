import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

// The hashes under which react@18.3.1 and react-dom@18.3.1 publish these files (`npm pack`).
it.each([
  ['react', 'DGyLxAyjq0f9SPpVevD6IgztCFlnMF6oW/XQGmfe+IsZ8TqEiDrcHkMLKI6fiB/Z'],
  ['react-dom', 'gTGxhz21lVGYNMcdJOyq01Edg0jhn/c22nsx0kyqP0TxaV5WVdsSH1fSDUf5YJj1'],
])('the bundled copy of %s 18 is the published file, unchanged', (name, hash) => {
  const file = path.join(import.meta.dirname, 'react-18', `${name}.production.min.js`);
  expect(createHash('sha384').update(readFileSync(file)).digest('base64')).toBe(hash);
});
