import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

/** What a test file tried: marks of the sets of parameters, by route. */
export interface RecordedFile {
  client: string;
  /** The day of the recording. */
  day: string;
  answered: Record<string, string>;
  refused: Record<string, string>;
}
export type RecordedOperations = Record<string, RecordedFile>;

const page = 'docs/clients.md';
const [begin, end] = ['<!-- recorded -->', '<!-- /recorded -->'];

const parts: readonly (readonly [RegExp, string])[] = [
  [/\/oauth2\/|generateToken|\/apps\//, 'sign-in'],
  [/^\/portal\/.*\/portals\//, 'organisation'],
  [/^\/portal\/.*\/community\//, 'users and groups'],
  [/^\/portal\//, 'content and search'],
  [/\/ogc\/.*\/tiles?\b|tileMatrixSets/, 'OGC API Tiles'],
  [/\/ogc\//, 'OGC API Features'],
  [/\/rest\/admin\//, 'definitions of services'],
  [/FeatureServer/, 'feature services'],
  [/VectorTileServer|\/fonts\//, 'vector tiles'],
  [/GeocodeServer/, 'geocoding'],
  [/GeometryServer/, 'geometry service'],
  [/./, 'other services'],
];

/** What one client tried of one operation, or of one part. */
interface Tried {
  answered: Set<string>;
  refused: Set<string>;
  files: Set<string>;
}

function collect(record: RecordedOperations, keyOf: (route: string) => string): Map<string, Tried> {
  const rows = new Map<string, Tried>();
  const add = (
    file: string,
    { client }: RecordedFile,
    outcome: 'answered' | 'refused',
    route: string,
    marks: string,
  ) => {
    const key = `${client} | ${keyOf(route)}`;
    const row = rows.get(key) ?? { answered: new Set(), refused: new Set(), files: new Set() };
    rows.set(key, row);
    row.files.add(file);
    for (const mark of marks.split(' ')) row[outcome].add(`${route} ${mark}`);
  };
  for (const [file, tried] of Object.entries(record))
    for (const outcome of ['answered', 'refused'] as const)
      for (const [route, marks] of Object.entries(tried[outcome])) add(file, tried, outcome, route, marks);
  return new Map([...rows].toSorted(([a], [b]) => a.localeCompare(b)));
}

/** An operation as readers look for it: its address without the root that all have, and without patterns of its parts. */
function operationOf(route: string): string {
  const short = route
    .replace(/^\/(portal\/sharing\/rest|server\/rest(?=\/services|\/admin)|server(?=\/ogc))/, '')
    .replaceAll(/:(\w+)(\([^)]*\))*/g, '{$1}');
  return `\`${short || '/'}\``;
}

const partOf = (route: string) => parts.find(([pattern]) => pattern.test(route))?.[1] ?? '';
const nameOf = (file: string) => path.basename(file).replace(/\.(long\.)?(test|spec)\.ts$/, '');

/** Writes the recorded part of docs/clients.md. */
export async function writeClientsPage(record: RecordedOperations): Promise<void> {
  const days = Object.values(record)
    .map(({ day }) => day)
    .toSorted();
  const byPart = collect(record, partOf);
  const byOperation = collect(record, operationOf);
  const sum = (of: 'answered' | 'refused') =>
    [...byPart.values()].reduce((total, tried) => total + tried[of].size, 0);
  const numbers = ({ answered, refused }: Tried) => `${answered.size} | ${refused.size}`;
  const recordedWhen = days[0] === days.at(-1) ? `on ${days[0]}` : `from ${days[0]} to ${days.at(-1)}`;
  const written = `${begin}

Recorded ${recordedWhen}: ${sum('answered') + sum('refused')} operations in ${Object.keys(record).length} test files, ${sum('answered')} answered, ${sum('refused')} refused.

| client | part | answered | refused |
| --- | --- | --- | --- |
${[...byPart].map(([key, tried]) => `| ${key} | ${numbers(tried)} |`).join('\n')}

### Each operation

| client | operation | answered | refused | tests |
| --- | --- | --- | --- | --- |
${[...byOperation].map(([key, tried]) => `| ${key} | ${numbers(tried)} | ${[...tried.files].map(nameOf).join(', ')} |`).join('\n')}

${end}`;
  const text = readFileSync(page, 'utf8');
  const whole = text.slice(0, text.indexOf(begin)) + written + text.slice(text.indexOf(end) + end.length);
  writeFileSync(page, await format(whole, { ...(await resolveConfig(page)), filepath: page }));
}
