import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { startEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { createHttpApp } from '../../server/platform/http/app.ts';
import { loadGazetteer } from '../../server/gis/geocode/gazetteer/load-gazetteer-file.ts';
import type { Place } from '../../server/gis/geocode/place.ts';
import { geocodeRoutes } from '../../server/gis/geocode/routes.ts';
import { generatedPlaces } from '../rig/generated-places.ts';

/**
 * One row of the benchmark's table: milliseconds per HTTP request, one at a time, for each size of gazetteer.
 */
export interface GeocodeRow {
  name: string;
  small: { p50: number; p95: number };
  large: { p50: number; p95: number };
  /** Ratio of the medians, large gazetteer to small. 1: the size does not matter. */
  ratio: number;
}

export interface GeocodeBench {
  sizes: { small: number; large: number };
  /** Places loaded per second. */
  loaded: { small: number; large: number };
  rows: GeocodeRow[];
}

const requests = 200;

/** Search and reverse geocoding on a gazetteer and on one a hundred times as large, in the same run. */
export async function benchGeocode(small = 5_000, large = small * 100): Promise<GeocodeBench> {
  const few = await measure(small);
  const many = await measure(large);
  const rows = few.timings.map(({ name, p50, p95 }, index) => {
    const other = many.timings[index] ?? { p50: NaN, p95: NaN };
    return { name, small: { p50, p95 }, large: { p50: other.p50, p95: other.p95 }, ratio: other.p50 / p50 };
  });
  return { sizes: { small, large }, loaded: { small: few.loaded, large: many.loaded }, rows };
}

async function measure(count: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-bench-'));
  // The account of the database must be able to enter the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedDatabase(folder);
  const database = connectDatabase(server.url);
  const app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://127.0.0.1' });
  try {
    await migrate(database);
    const started = performance.now();
    await loadGazetteer(database, generatedPlaces(count), { dataset: 'bench' });
    const loaded = Math.round((count / (performance.now() - started)) * 1_000);
    await app.register(geocodeRoutes, { database, name: 'Places' });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const timings = [];
    for (const { name, urls } of queries(count)) {
      timings.push({
        name,
        ...(await time(urls.map((url) => `${origin}/server/rest/services/Places/GeocodeServer/${url}`))),
      });
    }
    return { loaded, timings };
  } finally {
    await app.close();
    await database.destroy();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same kinds of queries for every size, about existing places. */
function queries(count: number): { name: string; urls: string[] }[] {
  const requested = sample(count);
  const of = (kind: Place['kind']) => requested.filter((place) => place.kind === kind);
  const url = (operation: string, place: Place, parameters: Record<string, string>) =>
    `${operation}?${new URLSearchParams({ f: 'json', location: `${place.longitude},${place.latitude}`, ...parameters })}`;
  const name = (place: Place) => place.names[0] ?? '';
  return [
    {
      name: 'suggest, three letters',
      urls: of('street').map((p) => url('suggest', p, { text: name(p).slice(0, 3) })),
    },
    {
      name: 'suggest, two words begun',
      urls: of('poi').map((p) => url('suggest', p, { text: name(p).replace(/.$/, '') })),
    },
    {
      name: 'suggest, one letter, no location',
      urls: of('city').map((p) => url('suggest', p, { text: name(p).slice(0, 1), location: '' })),
    },
    {
      name: 'find a city',
      urls: of('city').map((p) => url('findAddressCandidates', p, { SingleLine: name(p), location: '' })),
    },
    {
      name: 'find a house',
      urls: of('address').map((p) =>
        url('findAddressCandidates', p, { SingleLine: `${p.street} ${p.houseNumber}, ${p.city}` }),
      ),
    },
    {
      name: 'find nothing',
      urls: of('poi').map((p) => url('findAddressCandidates', p, { SingleLine: `${name(p)} xyzzyx` })),
    },
    { name: 'reverse', urls: of('address').map((p) => url('reverseGeocode', p, {})) },
  ];
}

/** Some of each kind, spread over the whole gazetteer. */
function sample(count: number): Place[] {
  const kept = new Map<Place['kind'], Place[]>();
  for (const place of generatedPlaces(count)) {
    const known = kept.get(place.kind) ?? [];
    kept.set(place.kind, known);
    const at = Math.floor((Number(place.id) / count) * requests);
    known[at] ??= place;
  }
  return [...kept.values()].flatMap((places) => places.filter((place) => place !== undefined));
}

async function time(urls: readonly string[]): Promise<{ p50: number; p95: number }> {
  const milliseconds: number[] = [];
  for (let index = -10; index < requests; index++) {
    const url = urls.at(index % urls.length) ?? '';
    const started = performance.now();
    const body = await (await fetch(url)).text();
    if (!body.startsWith('{') || body.startsWith('{"error"'))
      throw new Error(`${url} answered ${body.slice(0, 200)}`);
    // The first ten warm up code and caches.
    if (index >= 0) milliseconds.push(performance.now() - started);
  }
  const sorted = milliseconds.sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? NaN) * 100) / 100;
  return { p50: at(0.5), p95: at(0.95) };
}
