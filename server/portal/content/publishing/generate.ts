import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { boolean, jsonObject, readOperation } from '../../../platform/arcgis/schema.ts';
import { currentWork } from '../../../platform/database/current-work.ts';
import { limits } from '../../../limits.ts';
import { requireMember } from '../../access/refusals.ts';
import type { HostedFile } from '../../hosting.ts';
import { type Operation, type PortalCall, rawResponse } from '../../operation.ts';
import { withUploadTime } from '../../quotas/upload-time-store.ts';
import { withFile } from './analyze.ts';
import { readLayerChoices } from './publish-parameters.ts';
import { readChoices } from './read-choices.ts';

/** Endings of file names by the names of formats. */
const endings: Readonly<Record<string, string>> = {
  csv: '.csv',
  excel: '.xlsx',
  featurecollection: '.json',
  flatgeobuf: '.fgb',
  geojson: '.geojson',
  geopackage: '.gpkg',
  gpx: '.gpx',
  kml: '.kml',
  shapefile: '.zip',
};

const schema = z.object({
  itemid: z.string().optional(),
  filename: z.string().optional(),
  text: z.string().optional(),
  filetype: z
    .string('Specify the format of the file.')
    .transform((name) => name.trim().toLowerCase())
    .refine((name) => Object.hasOwn(endings, name), `Choose one of ${Object.keys(endings).join(', ')}.`),
  publishParameters: jsonObject.default({}),
  outputType: z
    .string()
    .refine((name) => name.toLowerCase() === 'featurecollection', 'The output is a feature collection.')
    .optional(),
  async: boolean
    .refine((wanted) => !wanted, 'Asynchronous generation is not supported. Omit async.')
    .optional(),
});

type Input = z.output<typeof schema>;

/**
 * `content/features/generate`: the features of a file (`file`), of the file of an item (`itemid`) or of `text`, as a feature
 * collection of a few thousand features that a map contains. Nothing is stored.
 */
export const generate: Operation = async (call) => {
  requireMember(call.caller);
  const input = readOperation(schema, call.parameters);
  const { publishParameters: given } = input;
  const most = readMost(given);
  const { layer } = readLayerChoices({ ...given, maxRecordCount: undefined });
  const choices = { ...readChoices(given), layer: { ...layer, name: readName(given) ?? layer.name } };
  const text = await withGiven(call, input, (file) =>
    withUploadTime(call, limits.previewSeconds, () =>
      call.context.hosting.generate(file, choices, most, currentWork()?.signal),
    ),
  );
  void call.reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(text);
  return rawResponse;
};

/** The most features; `maxRecordCount` has another meaning here than for a hosted layer. */
function readMost(given: Input['publishParameters']): number {
  for (const name of ['generalize', 'reducePrecision'])
    if (given[name] === true)
      throw parameterError('publishParameters', `${name} is not supported. Geometry is returned as it is.`);
  const { maxRecordCount: most = limits.generatedFeatures } = given;
  if (!Number.isInteger(most) || (most as number) < 1 || (most as number) > limits.generatedFeatures)
    throw parameterError('maxRecordCount', `Specify a whole number up to ${limits.generatedFeatures}.`);
  return most as number;
}

/** Name of the layer, if the file has only one. */
function readName({ name }: Input['publishParameters']): string | undefined {
  if (name !== undefined && (typeof name !== 'string' || name.length > limits.itemTitle))
    throw parameterError('name', 'Specify a short text.');
  return name || undefined;
}

async function withGiven<Result>(
  call: PortalCall,
  input: Input,
  work: (file: HostedFile) => Promise<Result>,
): Promise<Result> {
  const ending = endings[input.filetype] ?? '';
  const named = (file: HostedFile) => ({ ...file, name: `${path.parse(file.name).name}${ending}` });
  if (input.text === undefined) return withFile(call, input, (file) => work(named(file)));
  if (input.itemid !== undefined || call.files.length > 0)
    throw parameterError('text', 'Specify either a file, an itemid or text.');
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-generate-'));
  try {
    const place = path.join(folder, 'file');
    await writeFile(place, input.text, { mode: 0o600 });
    return await work({ path: place, name: `Layer${ending}` });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
