import { expect, test } from 'vitest';
import { policySources, printPolicy } from './content-policy.ts';

test('prints keywords, schemes and hosts by directive', () => {
  expect(
    printPolicy({
      'default-src': ["'none'"],
      'img-src': ['data:', 'blob:', 'https:', 'https://*.tiles.example', 'http://localhost:8080'],
      'script-src': ["'self'", "'unsafe-eval'"],
      sandbox: ['allow-scripts', 'allow-forms'],
    }),
  ).toBe(
    "default-src 'none';img-src data: blob: https: https://*.tiles.example http://localhost:8080;" +
      "script-src 'self' 'unsafe-eval';sandbox allow-scripts allow-forms",
  );
});

test.each([
  'https://x;script-src',
  'https://x,default-src',
  "https://x 'unsafe-inline'",
  "https://x$'",
  'https://x\n',
  "'nonce-abc'",
  '*',
  '',
  'allow-scripts',
])('leaves out %j', (source) => {
  expect(policySources([source])).toEqual(["'none'"]);
  expect(policySources([source, 'https://a.example'])).toEqual(['https://a.example']);
});

test('leaves out what is no permission of a sandbox, which is the strictest without any', () => {
  expect(printPolicy({ sandbox: ['allow-scripts;script-src *', 'https://a.example'] })).toBe('sandbox ');
});
