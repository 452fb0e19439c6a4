import { z } from 'zod';
import type { UploadFormat } from '../../../../wire/upload.ts';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { boolean, json, jsonObject, list, readOperation } from '../../../platform/arcgis/schema.ts';
import { nothing } from '../../../platform/arcgis/unsupported.ts';
import { type AppendChoices, appendFile } from '../../uploads/append-file.ts';
import { inTemporaryFolder } from '../../uploads/bytes/read-bytes.ts';
import type { JobWork, OperationResponse, LayerCall } from '../context.ts';
import { mustAdminister, mustEdit, ownOnly, refuse } from '../rights.ts';
import { findSource } from './append-source.ts';
import { appendJobs, describeAppend, jobTarget } from './jobs.ts';

/** Formats by their names in the ArcGIS REST API, in lower case. */
const formats = new Map<string, UploadFormat>([
  ['csv', 'csv'],
  ['excel', 'excel'],
  ['featurecollection', 'featureCollection'],
  ['flatgeobuf', 'flatgeobuf'],
  ['geojson', 'geojson'],
  ['geopackage', 'geopackage'],
  ['gpx', 'gpx'],
  ['kml', 'kml'],
  ['shapefile', 'shapefile'],
]);

/** The formats in the description of a layer. */
export const appendFormats = 'csv,excel,shapefile,featureCollection,geojson,geoPackage,kml,gpx,flatGeobuf';

const noExpression = 'Expressions are not supported. Append the values, then use calculate.';

const mappings = z
  .array(
    z
      .strictObject({
        name: z.string(),
        sourceName: z.string().optional(),
        source: z.string().optional(),
        expression: nothing(noExpression),
      })
      .transform(({ name, sourceName, source }) => ({ name, source: sourceName ?? source ?? name })),
  )
  .max(limits.layerFields);

/** @throws MappingError 400 with the path of what is refused */
function readMappings(given: unknown): z.output<typeof mappings> {
  const read = mappings.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const usual = 'Specify a list such as [{"name": "height", "sourceName": "h"}].';
  const problem =
    issue?.code === 'unrecognized_keys'
      ? `This is not supported: ${issue.keys[0]?.slice(0, 60)}. ${usual}`
      : issue?.message === noExpression
        ? noExpression
        : usual;
  throw parameterError(['fieldMappings', ...(issue?.path ?? [])].map(String).join('.'), problem);
}

const schema = z.object({
  appendItemId: z.string().optional(),
  appendUploadId: z.string().optional(),
  appendUploadFormat: z
    .string()
    .optional()
    .transform((name, context) => {
      const format = name === undefined ? undefined : formats.get(name.trim().toLowerCase());
      if (name === undefined || format) return format;
      context.addIssue({ code: 'custom', message: `Choose one of ${appendFormats}.` });
      return z.NEVER;
    }),
  appendSourceInfo: jsonObject.default({}),
  sourceTableName: z.string().optional(),
  fieldMappings: json.optional(),
  appendFields: list.optional(),
  upsert: boolean.default(false),
  upsertMatchingField: z.string().optional(),
  skipInserts: boolean.default(false),
  skipUpdates: boolean.default(false),
  updateGeometry: boolean.default(true),
  useGlobalIds: boolean
    .default(false)
    .refine((use) => !use, 'useGlobalIds is not supported. New features get their own global ids.'),
  truncateExisting: boolean.default(false),
  rollbackOnFailure: boolean.default(true),
  layerMappings: nothing('layerMappings is not supported here. Send it to append of the service.'),
  appendSourceFilter: nothing('appendSourceFilter is not supported.'),
});

type Input = z.output<typeof schema>;

/**
 * `…/{layer}/append`: adds the features of an uploaded file, of an item or of a feature collection, in the
 * background. With `upsert` rows update the features with the same key; with `truncateExisting` they replace all
 * features. `append/jobs/{id}` reports the progress.
 */
export async function append(call: LayerCall): Promise<OperationResponse> {
  const { layer, rights } = call;
  const input = readOperation(schema, call.parameters);
  mayAppend(call, input);
  const jobs = appendJobs(call);
  const choices = jobs.readChoices(input.appendSourceInfo);
  const plan = readPlan(input);
  const caller = rights.caller ?? '';
  const own = ownOnly(layer, rights);
  const source = await findSource(call, input);
  const work: JobWork = (id, signal, onProgress) =>
    inTemporaryFolder(async (folder) => {
      const late = AbortSignal.timeout(limits.uploadMinutes * 60_000);
      await appendFile(jobs.database, {
        layer,
        file: await source.spool(folder),
        choices,
        append: plan,
        caller,
        own,
        now: call.context.now(),
        signal: AbortSignal.any([signal, late]),
        onProgress,
        async finish(transaction, report, left) {
          const now = await jobs.rightsNow(transaction, call);
          mayAppend({ ...call, rights: now }, input);
          const { update, delete: deletion } = ownOnly(layer, now);
          if ((update && !own.update) || (deletion && !own.delete)) throw refuse(now);
          await source.use(transaction);
          await jobs.finish(transaction, call, { id, report, left });
        },
      });
    });
  const id = await jobs.start(call, jobTarget(layer), work, source);
  return { statusUrl: describeAppend(call, id), jobId: id, status: 'Pending' };
}

/** The owner and administrators may append; others where the service allows these edits. Only they may replace. */
function mayAppend({ service, rights }: LayerCall, input: Input): void {
  if (input.truncateExisting) mustAdminister(rights);
  if (input.truncateExisting && service.isView)
    throw parameterError(
      'truncateExisting',
      'A view has no features of its own. Replace those of its source.',
    );
  if (rights.mayRead && rights.mayAdminister && rights.caller !== null) return;
  if (!input.upsert || !input.skipInserts) mustEdit(service, rights, 'Create');
  if (input.upsert && !input.skipUpdates) mustEdit(service, rights, 'Update');
}

function readPlan(input: Input): AppendChoices {
  const { upsert, upsertMatchingField, truncateExisting } = input;
  if (upsert && upsertMatchingField === undefined)
    throw parameterError('upsertMatchingField', 'Specify the field that identifies features.');
  if (upsert && truncateExisting)
    throw parameterError(
      'truncateExisting',
      'Use either truncateExisting or upsert: replacing all features leaves none to update.',
    );
  const given = input.fieldMappings === undefined ? [] : readMappings(input.fieldMappings);
  return {
    sourceName: input.sourceTableName,
    format: input.appendUploadFormat,
    mappings: given.length > 0 ? given : undefined,
    fields: input.appendFields && input.appendFields.length > 0 ? input.appendFields : undefined,
    matching: upsert ? upsertMatchingField : undefined,
    updatesGeometry: input.updateGeometry,
    skipsInserts: upsert && input.skipInserts,
    skipsUpdates: upsert && input.skipUpdates,
    replaces: truncateExisting,
    isLenient: !input.rollbackOnFailure,
  };
}
