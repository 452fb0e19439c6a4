import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.join(import.meta.dirname, 'panoramas');
const { features } = JSON.parse(readFileSync(path.join(folder, 'photos.geojson'), 'utf8')) as {
  features: { properties: { url: string; street: string; time: string } }[];
};

it('has street photos along the main streets of the centre, each with its picture', () => {
  expect(features.length).toBeGreaterThanOrEqual(200);
  expect(new Set(features.map(({ properties }) => properties.street)).size).toBeGreaterThanOrEqual(7);
  const named = features.map(({ properties }) => properties.url);
  expect(named.filter((name) => !existsSync(path.join(folder, name)))).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.webp'))).toHaveLength(new Set(named).size);
});
