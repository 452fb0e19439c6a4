import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readGazetteerFile } from '../server/gis/geocode/gazetteer/load-gazetteer-file.ts';
import type { Place } from '../server/gis/geocode/place.ts';

const read = async (name: string) => {
  const { places, ...header } = await readGazetteerFile(
    path.join(import.meta.dirname, name, 'gazetteer.ndjson.gz'),
  );
  const all: Place[] = [];
  for await (const place of places) all.push(place);
  const count = (kind: string) => all.filter((place) => place.kind === kind).length;
  return { header, all, count };
};

describe('gazetteers', () => {
  test(
    'include streets, houses, stops and points of interest of Astana, each id once, with attribution',
    { timeout: 30_000 },
    async () => {
      const { header, all, count } = await read('astana');
      expect(header).toMatchObject({
        dataset: 'astana',
        attribution: expect.stringContaining('OpenStreetMap contributors'),
      });
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(count('address')).toBeGreaterThan(20_000);
      expect(count('street')).toBeGreaterThan(900);
      expect(all.filter(({ category }) => category === 'bus_stop').length).toBeGreaterThan(150);
      for (const { longitude, latitude } of all)
        expect(Math.hypot(longitude - 71.45, latitude - 51.17)).toBeLessThan(0.3);
    },
  );

  test(
    'include every large city and nearly every country, with names in other languages',
    { timeout: 30_000 },
    async () => {
      const { header, all, count } = await read('world');
      expect(header.attribution).toContain('GeoNames');
      expect(count('city')).toBeGreaterThan(25_000);
      expect(count('country')).toBeGreaterThan(230);
      expect(all.find(({ names: [name] }) => name === 'Tokyo')?.names).toContain('東京');
      expect(all.find(({ id }) => id === 'country/DE')?.names).toEqual(
        expect.arrayContaining(['Germany', 'Германия', 'Deutschland']),
      );
      expect(all.filter(({ extent }) => extent && extent[1] > extent[3])).toEqual([]);
    },
  );
});
