import { type Bench, ratio, spread, type Table } from './bench.ts';
import { benchSync } from './sync.ts';
import { benchFeatureService } from './feature-service.ts';
import type { FeatureServiceRow } from './feature-service-rows.ts';
import { benchGeocode } from './geocode.ts';
import { benchTiles } from './hosted-tiles.ts';
import { startProduct } from './product.ts';
import { benchSearch, type SearchRow } from './search.ts';
import { benchThroughput } from './throughput.ts';
import { benchUploads } from './uploads.ts';
import { benchViewsAndJoins } from './views-and-joins.ts';

const figure = (value: number, digits = 1) => value.toFixed(digits);

export const throughputBench: Bench = {
  name: 'throughput',
  about: 'processor time of pages, config, portal and search, beside a bare Fastify route',
  async run({ runs }) {
    const product = await startProduct();
    try {
      const rows = await benchThroughput(product, runs);
      const title =
        'Microseconds of processor time for a request, rounds of 2,000 in turn with a bare route, median (least–most)';
      return {
        tables: [
          {
            title,
            columns: ['request', 'bytes', 'bare', 'server', 'database', 'ratio'],
            rows: rows.map(({ name, bytes, bare, server, database, ratio: ofBare }) => [
              name,
              bytes,
              spread(bare),
              spread(server),
              spread(database),
              figure(ofBare, 2),
            ]),
          },
        ],
        figures: rows,
      };
    } finally {
      await product.stop();
    }
  },
};

export const searchBench: Bench = {
  name: 'search',
  about:
    'kinds of searches of the portal by who asks, each new and one again, beside the same page as plain SQL, on portals of different size',
  async run({ large }) {
    const sizes = [10_000, 100_000, ...(large ? [1_000_000] : [])];
    const rows = await benchSearch(sizes);
    const actors = ['anonymous', 'member', 'admin', 'stored', 'bare'] as const;
    return { tables: actors.map((actor) => searchTable(actor, sizes, rows)), figures: rows };
  },
};

const askedBy: Readonly<Record<SearchRow['actor'], string>> = {
  anonymous: 'Asked for the first time by a visitor',
  member: 'Asked for the first time by a member',
  admin: 'Asked for the first time by an administrator',
  stored: 'Asked by a visitor again, while nothing changes',
  bare: 'The same page as plain SQL',
};

function searchTable(actor: SearchRow['actor'], sizes: readonly number[], rows: readonly SearchRow[]): Table {
  const of = rows.filter((row) => row.actor === actor);
  return {
    title: `${askedBy[actor]}, p50 / p95 · processor of the database, ms`,
    columns: [
      'search',
      ...sizes.map((size) => `of ${size.toLocaleString('en')}`),
      'growth of p50',
      'p50 ÷ plain SQL, largest',
    ],
    rows: [...new Set(of.map(({ query }) => query))].map((query) => {
      const times = of.filter((row) => row.query === query);
      const [smallest, largest] = [times[0]?.p50 ?? NaN, times.at(-1)?.p50 ?? NaN];
      const plain = rows.findLast((row) => row.query === query && row.actor === 'bare')?.p50 ?? NaN;
      return [
        query,
        ...times.map(({ p50, p95, processor }) => `${figure(p50)} / ${figure(p95)} · ${figure(processor)}`),
        `${figure(largest / smallest)}×`,
        figure(largest / plain),
      ];
    }),
  };
}

export const featureServiceBench: Bench = {
  name: 'features',
  about: 'map windows over hosted layers of different size, beside the same SQL alone and Koop',
  async run({ large }) {
    const sizes = [32_000, 1_000_000, ...(large ? [5_000_000] : [])];
    const result = await benchFeatureService(sizes);
    const table = {
      title: 'One request at a time, each size in turn, p50 / p95 ms',
      columns: ['query', ...sizes.map((size) => `of ${size.toLocaleString('en')}`)],
      rows: [...new Set(result.rows.map(({ name }) => name))].map((name) => [
        name,
        ...sizes.map((size) => {
          const row = result.rows.find((one) => one.name === name && one.features === size);
          return row ? `${figure(row.p50)} / ${figure(row.p95)}` : '–';
        }),
      ]),
    };
    const ratios = sizes.map((size) => ratioTable(size, result.rows));
    const synchronized = await benchSync();
    const sync = {
      title: 'Offline copies: synchronizing 100,000 changes, seconds',
      columns: ['step', 'features', 'service', 'raw SQL', 'MB of the response'],
      rows: synchronized.map(({ step, features, service, rawSql, bytes }) => [
        step,
        features,
        figure(service),
        rawSql === null ? '–' : figure(rawSql),
        figure(bytes / 1e6),
      ]),
    };
    const besideSql = await benchViewsAndJoins();
    const others = {
      title: 'Views, related records and an append, milliseconds',
      columns: ['work', 'features', 'service', 'raw SQL'],
      rows: besideSql.map(({ what, features, service, rawSql }) => [
        what,
        features,
        figure(service),
        figure(rawSql),
      ]),
    };
    return { tables: [table, ...ratios, sync, others], figures: { ...result, synchronized, besideSql } };
  },
};

/** Elapsed and processor time of each query of one table, by those of the raw SQL and of Koop for the same window. */
function ratioTable(size: number, rows: readonly FeatureServiceRow[]): Table {
  const of = rows.filter(({ features }) => features === size);
  const sum = (row?: FeatureServiceRow) => (row?.processor ?? NaN) + (row?.database ?? NaN);
  return {
    title: `${size.toLocaleString('en')} features: p50 ms elapsed, and median ms of processor time of server with client · of the database`,
    columns: ['query', 'elapsed', '÷ raw SQL', '÷ Koop', 'processor', '÷ raw SQL', '÷ Koop'],
    rows: of.map((row) => {
      const [window = ''] = row.name.split(',', 1);
      const format = /f=\w+/.exec(row.name)?.[0] ?? '';
      const sql = of.find(({ name }) => name === `${window}, raw SQL`);
      const koop = of.find(({ name }) => name === `${window}, Koop over the same SQL, ${format}, tile`);
      return [
        row.name,
        figure(row.p50),
        ratio(row.p50, sql?.p50 ?? NaN),
        ratio(row.p50, koop?.p50 ?? NaN),
        `${figure(row.processor ?? NaN)} · ${figure(row.database ?? NaN)}`,
        ratio(sum(row), sum(sql)),
        ratio(sum(row), sum(koop)),
      ];
    }),
  };
}

export const tilesBench: Bench = {
  name: 'tiles',
  about: 'vector tiles of hosted layers and the largest responses, and how long each blocks the event loop',
  async run({ large }) {
    const figures = await benchTiles([32_000, 1_000_000, ...(large ? [5_000_000] : [])]);
    const rows = figures.map(({ name, features, answer, p50, p95, pause }) => [
      name,
      features,
      answer,
      figure(p50),
      figure(p95),
      figure(pause),
    ]);
    const columns = ['query', 'features in the table', 'answer', 'p50 ms', 'p95 ms', 'longest pause ms'];
    return { tables: [{ title: 'One request at a time', columns, rows }], figures };
  },
};

export const geocodeBench: Bench = {
  name: 'places',
  about: 'search and reverse geocoding on a gazetteer and on one ten times its size',
  async run() {
    const result = await benchGeocode(20_000, 200_000);
    const rows = result.rows.map(({ name, small, large, ratio: growth }) => [
      name,
      `${figure(small.p50)} / ${figure(small.p95)}`,
      `${figure(large.p50)} / ${figure(large.p95)}`,
      figure(growth, 2),
    ]);
    const columns = [
      'query',
      `${result.sizes.small} places p50 / p95 ms`,
      `${result.sizes.large} places`,
      'ratio',
    ];
    return { tables: [{ title: 'One request at a time', columns, rows }], figures: result };
  },
};

export const uploadsBench: Bench = {
  name: 'uploads',
  about:
    'files that become layers: rows per second, and the memory of the process (--megabytes 1000 for a large one)',
  async run({ megabytes }) {
    const figures = await benchUploads(megabytes);
    const rows = figures.map((row) => [
      row.format,
      row.megabytes,
      row.rows,
      figure(row.seconds),
      figure(row.rows / row.seconds, 0),
      figure(row.before, 0),
      figure(row.highest, 0),
      row.wentBack ? 'went back' : row.reports,
    ]);
    const columns = [
      'file',
      'MB',
      'rows',
      'seconds',
      'rows a second',
      'memory before MB',
      'highest MB',
      'reports',
    ];
    return { tables: [{ title: 'From the disk into a hosted layer', columns, rows }], figures };
  },
};
