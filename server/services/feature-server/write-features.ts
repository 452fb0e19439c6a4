import { PbfWriter } from 'pbf';
import { inSlices } from '../geometry/in-slices.ts';
import { featuresAsGeoJson } from './answer-geojson.ts';
import { featuresAsJson } from './answer-json.ts';
import { featureRowsAsPbf, featuresHeadAsPbf } from './answer-pbf.ts';
import type { FeatureAnswer } from './query/feature-answer.ts';

/** Features as the bytes of a text; a large answer is written and encoded in slices, so that others are answered meanwhile. */
export async function writeJsonFeatures(
  answer: FeatureAnswer,
  format: 'json' | 'geojson',
  { readable = false } = {},
): Promise<Uint8Array> {
  const write = format === 'geojson' ? featuresAsGeoJson : featuresAsJson;
  const print = (value: unknown) => JSON.stringify(value, undefined, readable ? 2 : undefined);
  // Without the brackets; with line breaks and two more blanks where people read it.
  const bare = (list: readonly unknown[]) =>
    readable ? print(list).slice(1, -2).replaceAll('\n', '\n  ') : print(list).slice(1, -1);
  const slices = await inSlices(
    answer.rows,
    ({ geometry }) => geometry,
    (rows) => Buffer.from(bare(write({ ...answer, rows }).features)),
  );
  const { features, ...head } = write({ ...answer, rows: [] });
  if (slices.length === 0) return Buffer.from(print({ ...head, features }));
  const [opened, closed] = readable ? [',\n  "features": [', '\n  ]\n}'] : [',"features":[', ']}'];
  const comma = Buffer.from(',');
  return Buffer.concat([
    Buffer.from(`${print(head).slice(0, readable ? -2 : -1)}${opened}`),
    ...slices.flatMap((slice, index) => (index === 0 ? [slice] : [comma, slice])),
    Buffer.from(closed),
  ]);
}

/** Features as Esri's protocol buffer: `{version: "1.0", queryResult: {featureResult: {head, features}}}`. */
export async function writePbfFeatures(answer: FeatureAnswer): Promise<Uint8Array> {
  const rows = await inSlices(
    answer.rows,
    ({ geometry }) => geometry,
    (slice) => featureRowsAsPbf({ ...answer, rows: slice }),
  );
  const parts = [featuresHeadAsPbf(answer), ...rows];
  const inner = parts.reduce((sum, part) => sum + part.length, 0);
  const featureResult = opened(1, inner);
  const queryResult = opened(2, featureResult.length + inner);
  const version = new PbfWriter();
  version.writeStringField(1, '1.0');
  return Buffer.concat([version.finish(), queryResult, featureResult, ...parts]);
}

/** The beginning of an embedded message: its number and its length. */
function opened(field: number, length: number): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeTag(field, 2);
  pbf.writeVarint(length);
  return pbf.finish();
}
