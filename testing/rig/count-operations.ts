import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { TriedOperation } from './record-operations.ts';

/**
 * `npm run record:clients`: writes the numbers in docs/clients.md, from what the client tests tried while `RECORD_OPERATIONS` named
 * the folder.
 */
const page = 'docs/clients.md';
const [begin, end] = ['<!-- counted -->', '<!-- /counted -->'];

/** Clients by what their tests import or start; tests without any send requests by HTTP. */
const clients: readonly (readonly [RegExp, string])[] = [
  [/from 'ol\//, 'OpenLayers'],
  [/esri-leaflet/, 'esri-leaflet'],
  [/@arcgis\/core/, 'ArcGIS Maps SDK'],
  [/\bogr(info|2ogr)\b/, 'GDAL'],
  [/from '@esri\/arcgis-rest|createContentRig|createCommunityRig/, 'arcgis-rest-js'],
];

const parts: readonly (readonly [RegExp, string])[] = [
  [/\/oauth2\/|generateToken|\/apps\//, 'sign-in'],
  [/^\/portal\/.*\/portals\//, 'organisation'],
  [/^\/portal\/.*\/community\//, 'users and groups'],
  [/^\/portal\//, 'content and search'],
  [/\/ogc\//, 'OGC API Features'],
  [/\/rest\/admin\//, 'definitions of services'],
  [/FeatureServer/, 'feature services'],
  [/VectorTileServer|\/fonts\//, 'vector tiles'],
  [/GeocodeServer/, 'geocoding'],
  [/GeometryServer/, 'geometry service'],
  [/./, 'other services'],
];

/** Files whose requests are malformed, or repeat every route for another purpose. */
const others = /hostile|walls|forged|leaks|same-by-get|rate-limits|saturation|faults|upload-bombs/;

const folder = process.env['RECORD_OPERATIONS'] ?? '';
const tried = readdirSync(folder)
  .flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as TriedOperation),
  )
  .filter(({ file }) => !others.test(file));
const clientOf = new Map(
  [...new Set(tried.map(({ file }) => file))].map((file) => {
    const source = readFileSync(file, 'utf8');
    return [file, clients.find(([pattern]) => pattern.test(source))?.[1] ?? 'HTTP'] as const;
  }),
);

/** By client and part: what was answered, and what was refused. */
const counts = new Map<string, { works: Set<string>; refused: Set<string> }>();
for (const { file, route, parameters, code } of tried) {
  const part = parts.find(([pattern]) => pattern.test(route))?.[1] ?? '';
  const key = `${clientOf.get(file)} | ${part}`;
  const { works, refused } = counts.get(key) ?? { works: new Set(), refused: new Set() };
  counts.set(key, { works, refused });
  if (code === 0) works.add(`${route} ${parameters.join()}`);
  else refused.add(`${route} ${parameters.join()} ${code}`);
}

const rows = [...counts]
  .toSorted(([a], [b]) => a.localeCompare(b))
  .map(([key, { works, refused }]) => `| ${key} | ${works.size} | ${refused.size} |`);
const sum = (name: 'works' | 'refused') =>
  [...counts.values()].reduce((total, each) => total + each[name].size, 0);
const files = clientOf.size;
const table = `${begin}

${sum('works') + sum('refused')} operations in ${files} test files: ${sum('works')} answered, ${sum('refused')} refused.

| client | part | answered | refused |
| --- | --- | --- | --- |
${rows.join('\n')}

${end}`;
const text = readFileSync(page, 'utf8');
const written = text.slice(0, text.indexOf(begin)) + table + text.slice(text.indexOf(end) + end.length);
writeFileSync(page, await format(written, { ...(await resolveConfig(page)), filepath: page }));
