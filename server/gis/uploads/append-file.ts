import { type AppendReport, matchFields, type RefusedFile } from '../../../wire/append.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { UploadFormat, UploadProgress } from '../../../wire/upload.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type AttributeValue, type Field, findField } from '../layer/field.ts';
import {
  globalIdField,
  type HostedLayer,
  objectIdField,
  systemFields,
  writtenFields,
} from '../layer/layer.ts';
import { appendRows } from '../storage/append-store.ts';
import type { DescribedLayer } from '../storage/describe-layer.ts';
import type { OwnOnly } from '../storage/edit-store.ts';
import { inTemporaryFolder } from './bytes/read-bytes.ts';
import { RowsProgress, readPlan, rowsOf } from './publish-file.ts';
import type { FromReader, LeftRows, RowsTarget } from './reader/messages.ts';
import { startReading } from './reader/start-reading.ts';
import type { UploadChoices } from './upload-source.ts';

/** What to do with the rows of a file. */
export interface AppendChoices {
  /** The collection in the file, where it has several. */
  sourceName?: string | undefined;
  format?: UploadFormat | undefined;
  /** Fields of the layer with the file's fields that fill them; matched by name when absent. */
  mappings?: readonly { name: string; source: string }[] | undefined;
  /** Fills only these fields of the layer. */
  fields?: readonly string[] | undefined;
  /** The field that identifies the existing feature a row updates; absent: every row is added. */
  matching?: string | undefined;
  updatesGeometry: boolean;
  skipsInserts: boolean;
  skipsUpdates: boolean;
  replaces: boolean;
  isLenient: boolean;
}

export interface AppendFileRequest {
  layer: HostedLayer;
  file: { path: string; name: string; isFormValue?: boolean };
  choices: UploadChoices;
  append: AppendChoices;
  /** For editor tracking. */
  caller: string;
  own: OwnOnly;
  now: number;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  /** Additional work in the transaction that changes the layer. */
  finish: (transaction: Database, report: AppendReport, left: LeftRows) => Promise<void>;
}

type Plan = Extract<FromReader, { kind: 'plan' }>;

/**
 * Appends the features of a file to a layer: reads it in its own process and streams it into the database in one
 * transaction.
 * @throws MappingError 400 that names the row and the field that do not fit
 */
export async function appendFile(database: Database, request: AppendFileRequest): Promise<void> {
  const { file, choices, layer, append, signal, onProgress } = request;
  await inTemporaryFolder(async (folder) => {
    const task = { kind: 'load', ...file, folder, choices, now: request.now, creator: undefined } as const;
    const reading = await startReading(task, { milliseconds: limits.uploadMinutes * 60_000, signal });
    try {
      const plan = await readPlan(reading, onProgress);
      const layerId = chooseLayer(plan, layer, append);
      const source = plan.layers[layerId] as DescribedLayer;
      const filled = matchTarget(source, request);
      const writing = new RowsProgress(plan.featureCount, onProgress);
      const left: LeftRows = { count: 0, faults: [] };
      await appendRows(database, {
        ...filled,
        layer,
        rows: rowsOf(reading, { layerId, target: filled.target }, writing, left),
        updatesGeometry:
          append.updatesGeometry && source.input.geometryType !== undefined && isSpatial(layer),
        skipsInserts: append.skipsInserts,
        skipsUpdates: append.skipsUpdates,
        replaces: append.replaces,
        isLenient: append.isLenient,
        own: request.own,
        now: request.now,
        caller: request.caller,
        signal,
        onWriting: () => writing.report('indexing'),
        finish: (transaction, report) =>
          request.finish(transaction, { ...report, failed: report.failed + left.count }, left),
      });
    } finally {
      await reading.stop();
    }
  });
}

const isSpatial = ({ geometryType }: HostedLayer) => geometryType !== null;

const kindNames: Readonly<Record<string, string>> = {
  esriGeometryPoint: 'points',
  esriGeometryMultipoint: 'points',
  esriGeometryPolyline: 'lines',
  esriGeometryPolygon: 'polygons',
};
const nameOfKind = (geometryType: string | null | undefined) =>
  kindNames[geometryType ?? ''] ?? 'no geometry';

/** The collection of the file whose features the layer can hold. */
function chooseLayer(plan: Plan, layer: HostedLayer, { sourceName, format }: AppendChoices): number {
  if (format && format !== plan.format)
    throw refused('appendUploadFormat', `The file is ${plan.format}, not ${format}.`);
  const collections = [...new Set(plan.collections)];
  if (sourceName !== undefined && !collections.includes(sourceName))
    throw refused('sourceTableName', `The file has no layer of this name, but: ${collections.join(', ')}.`);
  if (sourceName === undefined && collections.length > 1)
    throw refused('sourceTableName', `The file has several layers. Choose one: ${collections.join(', ')}.`, {
      code: 'append-several',
    });
  const candidates = plan.layers.flatMap((each, index) =>
    sourceName === undefined || plan.collections[index] === sourceName
      ? [{ index, kind: nameOfKind(each.input.geometryType) }]
      : [],
  );
  const wanted = nameOfKind(layer.geometryType);
  const other = candidates.find(({ kind }) => kind !== wanted && kind !== nameOfKind(null));
  if (layer.geometryType !== null && other)
    throw refused('', `The file contains ${other.kind}, but the layer contains ${wanted}.`, {
      code: 'append-geometry',
    });
  const [first, second] = candidates;
  if (!first || second)
    throw refused('', 'The file has several kinds of geometry. Append a file with one of them.', {
      code: 'append-several',
    });
  return first.index;
}

interface Filled {
  target: RowsTarget;
  staged: Field[];
  updated: Field[];
  key: Field | undefined;
}

/** Which field of the file fills which field of the layer. */
function matchTarget(source: DescribedLayer, request: AppendFileRequest): Filled {
  const { layer, append } = request;
  const sources = sourceFields(source);
  const mapped = readMappings(layer, sources, append);
  const key = append.matching === undefined ? undefined : keyOf(layer, append.matching);
  const keySource = key && keySourceOf(key, sources, append);
  const isKey = ({ name }: Field) => name === objectIdField || name === globalIdField;
  const staged = writtenFields(layer).filter((field) => !isKey(field));
  refuseIncomplete(
    layer.fields.filter((field) => !isKey(field)),
    mapped,
    append,
  );
  const fixed = fixedValues(layer, request);
  const stagedKey = key && { ...stagedKeyField(key), column: 'match_key' };
  const fields = [...systemFields, ...staged, ...(stagedKey ? [stagedKey] : [])];
  const tracking = layer.editorTracking;
  const updated = staged.filter(
    ({ name }) =>
      name !== key?.name &&
      (mapped.has(name) || name === tracking?.editDateField || name === tracking?.editorField),
  );
  return {
    staged,
    updated,
    key: key && { ...key, type: stagedKeyField(key).type },
    target: {
      fixed,
      lenient: append.isLenient,
      layer: {
        input: {
          name: layer.name,
          ...(layer.geometryType && { geometryType: layer.geometryType }),
          hasZ: layer.hasZ,
          wkid: layer.wkid,
          fields: [],
        },
        wkid: layer.wkid,
        definition: { ...definitionOf(source), fields },
        sources: [...staged.map(({ name }) => mapped.get(name) ?? null), ...(keySource ? [keySource] : [])],
        indexed: [],
      },
    },
  };
}

const definitionOf = ({ definition }: DescribedLayer) => ({ ...definition, editorTracking: null });

/** The fields of the file by name, with the key of their values. */
function sourceFields({ input }: DescribedLayer): { name: string; key: string }[] {
  return input.fields.map(({ name, source = name }) => ({ name, key: source }));
}

type Sources = ReturnType<typeof sourceFields>;

/** The key of the file's values for each field of the layer that gets any. */
function readMappings(
  layer: HostedLayer,
  sources: Sources,
  { mappings, fields }: AppendChoices,
): ReadonlyMap<string, string> {
  const unknown = fields?.find((name) => !findField(layer.fields, name));
  if (unknown !== undefined) throw refused('appendFields', `The layer has no field ${unknown.slice(0, 60)}.`);
  const wanted = (name: string) =>
    !fields || fields.some((each) => each.toLowerCase() === name.toLowerCase());
  const editable = layer.fields.filter(
    (field) =>
      field.editable && field.name !== objectIdField && field.name !== globalIdField && wanted(field.name),
  );
  if (!mappings) {
    const matched = matchFields(editable, sources);
    return new Map([...matched].map(([name, source]) => [name, keyNamed(sources, source)]));
  }
  const mapped = new Map<string, string>();
  for (const { name, source } of mappings) {
    const field = findField(layer.fields, name);
    if (!field) throw refused('fieldMappings', `The layer has no field ${name.slice(0, 60)}.`);
    // Keys are mapped to find features, and never written.
    if (field.name === objectIdField || field.name === globalIdField || !wanted(field.name)) continue;
    if (!field.editable) throw refused('fieldMappings', `The field ${field.name} cannot be changed.`);
    if (!sources.some((each) => each.name.toLowerCase() === source.toLowerCase()))
      throw refused('fieldMappings', `The file has no field ${source.slice(0, 60)}.`);
    mapped.set(field.name, keyNamed(sources, source));
  }
  return mapped;
}

function keyNamed(sources: Sources, name: string): string {
  const found =
    sources.find((each) => each.name === name) ??
    sources.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return found?.key ?? name;
}

/** Object ids, global ids and fields with a unique index identify features. */
function keyOf(layer: HostedLayer, name: string): Field {
  const field = findField(layer.fields, name);
  if (!field) throw refused('upsertMatchingField', `The layer has no field ${name.slice(0, 60)}.`);
  const isKey = field.name === objectIdField || field.name === globalIdField;
  const isUnique = (layer.indexes ?? []).some(
    ({ isUnique: unique, fields: [only, ...others] }) =>
      unique && others.length === 0 && only?.toLowerCase() === field.name.toLowerCase(),
  );
  if (!isKey && !isUnique)
    throw refused(
      'upsertMatchingField',
      `The field ${field.name} has no unique index. Add one, or choose another field.`,
    );
  return field;
}

function keySourceOf(key: Field, sources: Sources, { mappings }: AppendChoices): string {
  const mapped = mappings?.find(({ name }) => name.toLowerCase() === key.name.toLowerCase());
  const name = mapped?.source ?? matchFields([key], sources).get(key.name);
  const found = name !== undefined && sources.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!found) throw refused('upsertMatchingField', `The file has no field for ${key.name}.`);
  return found.key;
}

/** A key as it is read from the file: rows without one are new. */
function stagedKeyField(key: Field): Field {
  const types: Partial<Record<Field['type'], Field['type']>> = {
    esriFieldTypeOID: 'esriFieldTypeBigInteger',
    esriFieldTypeGlobalID: 'esriFieldTypeGUID',
  };
  return { ...key, type: types[key.type] ?? key.type, nullable: true, defaultValue: null };
}

function refuseIncomplete(
  staged: readonly Field[],
  mapped: ReadonlyMap<string, string>,
  { mappings, fields, replaces, skipsInserts }: AppendChoices,
): void {
  const editable = staged.filter((field) => field.editable);
  const empty = editable.filter(({ name }) => !mapped.has(name));
  if (editable.length > 0 && empty.length === editable.length)
    throw refused('fieldMappings', 'No field of the file has the name of a field of the layer.', {
      code: 'append-fields',
    });
  const needed = empty.filter((field) => !field.nullable && field.defaultValue === null);
  const missing = replaces && !mappings && !fields ? empty : skipsInserts ? [] : needed;
  if (missing.length === 0) return;
  const named = missing.slice(0, 10);
  throw refused('fieldMappings', `The file has no field for: ${named.map(({ name }) => name).join(', ')}.`, {
    code: 'append-missing',
    values: { fields: named.map(({ name, alias }) => alias || name).join(', ') },
  });
}

/** Defaults, and who adds the rows when. */
function fixedValues(layer: HostedLayer, { caller, now }: AppendFileRequest): Record<string, AttributeValue> {
  const fixed: Record<string, AttributeValue> = {};
  const { editorTracking: tracking } = layer;
  for (const { name, defaultValue } of writtenFields(layer))
    if (defaultValue !== null) fixed[name] = defaultValue;
  if (!tracking) return fixed;
  return {
    ...fixed,
    [tracking.creationDateField]: now,
    [tracking.creatorField]: caller,
    [tracking.editDateField]: now,
    [tracking.editorField]: caller,
  };
}

/** @param reason what our own browser application shows in the user's language; its form does not send the rest */
function refused(path: string, message: string, reason?: RefusedFile): MappingError {
  return new MappingError('services:append-refused', message, {
    status: 400,
    faults: [{ path, message, ...reason }],
  });
}
