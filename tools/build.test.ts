import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sources } from './build.mjs';
import { rooms } from './rooms.mjs';

const isSource = (file: string) => sources.some((source) => file === source || file.startsWith(`${source}/`));

test('a change of any plugin of the build makes a new build', () => {
  const plugins = [...readFileSync('vite.config.ts', 'utf8').matchAll(/from '\.\/(tools\/[^']+)'/g)];
  expect(plugins.length).toBeGreaterThan(3);
  expect(plugins.map(([, file = '']) => file).filter((file) => !isSource(file))).toEqual([]);
});

test('a change of any room that the browser application imports makes a new build', () => {
  const imported = rooms
    .filter(({ path }) => path.startsWith('web/'))
    .flatMap(({ imports }) => imports.map((name) => name.split('/')[0] ?? ''));
  expect([...new Set(imported)].filter((folder) => !isSource(folder))).toEqual([]);
});
