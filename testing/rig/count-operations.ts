import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { TriedOperation } from './record-operations.ts';
import { type RecordedFile, type RecordedOperations, writeClientsPage } from './write-clients-page.ts';

/**
 * `npm run record:clients`: adds what test files tried while `RECORD_OPERATIONS` named the folder to the record, in place of what
 * these files tried before, and writes docs/clients.md from the whole record.
 */
const record = 'testing/rig/recorded-operations.json';

/** Clients by what their tests import or start; tests without any send requests by HTTP. */
const clients: readonly (readonly [RegExp, string])[] = [
  [/openInQgis/, 'QGIS'],
  [/startMapLibreApplication/, 'MapLibre GL JS'],
  [/from 'ol\//, 'OpenLayers'],
  [/esri-leaflet/, 'esri-leaflet'],
  [/@arcgis\/core/, 'ArcGIS Maps SDK'],
  [/\bogr(info|2ogr)\b/, 'GDAL'],
  [/from '@esri\/arcgis-rest|createContentRig|createCommunityRig|createTrees\b/, 'arcgis-rest-js'],
];

/** Programs that name themselves, or no name as GDAL 3.6: what else their tests request prepares these. */
const programs: Readonly<Record<string, RegExp>> = {
  QGIS: /QGIS\/(?<major>\d)(?<minor>\d\d)(?<patch>\d\d)/,
  GDAL: /^$|GDAL\/(?<major>\d+)\.(?<minor>\d+)\.(?<patch>\d+)/,
};

/** Files whose requests are malformed, or repeat every route for another purpose. */
const others = /hostile|walls|forged|leaks|same-by-get|rate-limits|saturation|faults|upload-bombs/;

/** Reads what the processes of a run wrote, by test file. */
function readRun(folder: string): Map<string, TriedOperation[]> {
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8').trim().split('\n'),
  );
  const tried = new Map<string, TriedOperation[]>();
  for (const line of lines) {
    const operation = JSON.parse(line) as TriedOperation;
    const { file } = operation;
    if (others.test(file)) continue;
    const ofFile = tried.get(file) ?? [];
    tried.set(file, ofFile);
    ofFile.push(operation);
  }
  return tried;
}

/** Short, because only their number matters; eight letters of thousands of sets are hardly ever the same. */
function markOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8);
}

function recorded(file: string, tried: readonly TriedOperation[]): RecordedFile {
  const source = readFileSync(file, 'utf8');
  const name = clients.find(([pattern]) => pattern.test(source))?.[1] ?? 'HTTP';
  const program = programs[name];
  const own = program ? tried.filter(({ agent = '' }) => program.test(agent)) : tried;
  const { major, minor, patch } = program?.exec(own[0]?.agent ?? '')?.groups ?? {};
  const version = major === undefined ? '' : ` ${major}.${Number(minor)}.${Number(patch)}`;
  const sets = { answered: new Map<string, Set<string>>(), refused: new Map<string, Set<string>>() };
  for (const { route, parameters, code } of own) {
    const of = code === 0 ? sets.answered : sets.refused;
    of.set(route, (of.get(route) ?? new Set()).add(markOf([parameters, code])));
  }
  const written = (of: Map<string, Set<string>>) =>
    Object.fromEntries([...of].toSorted().map(([route, marks]) => [route, [...marks].toSorted().join(' ')]));
  return {
    client: `${name}${version}`,
    day: new Date().toISOString().slice(0, 10),
    answered: written(sets.answered),
    refused: written(sets.refused),
  };
}

const all = JSON.parse(readFileSync(record, 'utf8')) as RecordedOperations;
for (const [file, tried] of readRun(process.env['RECORD_OPERATIONS'] ?? ''))
  all[file] = recorded(file, tried);
const present = new Set(
  ['testing/client', 'testing/browser'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  ),
);
const kept = Object.fromEntries(
  Object.entries(all)
    .filter(([file]) => present.has(file))
    .toSorted(([a], [b]) => a.localeCompare(b)),
);
const settings = await resolveConfig(record);
writeFileSync(record, await format(JSON.stringify(kept), { ...settings, filepath: record }));
await writeClientsPage(kept);
