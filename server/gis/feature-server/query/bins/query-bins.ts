import { z } from 'zod';
import { limits } from '../../../../limits.ts';
import { parameterError } from '../../../../platform/arcgis/parameters.ts';
import { json, jsonObject, readOperation } from '../../../../platform/arcgis/schema.ts';
import { findUnknown } from '../../../definitions/refuse-unkept.ts';
import { TooHeavy } from '../../../../platform/threads/too-heavy.ts';
import type { AttributeValue } from '../../../layer/field.ts';
import * as store from '../../../storage/bins-store.ts';
import { roomFor, type RowRoom } from '../../../storage/feature-rows-store.ts';
import { parseValue } from '../../../where/parse.ts';
import type { Typed } from '../../../where/typed-condition.ts';
import { compileValue } from '../../../where/where-condition.ts';
import { type OperationResponse, clauseContextOf, type LayerCall } from '../../context.ts';
import { type NamedColumn, readStatistics, type TableField } from '../read-statistics.ts';
import {
  readSelection,
  refuseLong,
  type RequestedSelection,
  selectionParameters,
} from '../requested-features-condition.ts';
import { off } from '../../../../platform/arcgis/unsupported.ts';
import { unsupportedParameters } from '../unsupported-parameters.ts';
import { type Bin, evenBoundaries, maxBins, maxSplits, readBin, tooMany } from './read-bin.ts';

const alias = z.string().max(128).optional();

export const binParameters = {
  ...unsupportedParameters,
  ...selectionParameters,
  outStatistics: json.optional(),
  lowerBoundaryAlias: alias,
  upperBoundaryAlias: alias,
  binOrder: z
    .string()
    .default('ASC')
    .transform((order) => order.toUpperCase())
    .pipe(z.enum(['ASC', 'DESC'], 'Choose ASC or DESC.')),
  outTimeReference: jsonObject.default({}),
  returnDistinctValues: off('returnDistinctValues is not supported. Bins count every feature.'),
};

const schema = z.object({ ...binParameters, bin: jsonObject });

type Input = z.output<z.ZodObject<typeof binParameters>>;

/** `…/{layer}/queryBins`: statistics of features in bins of a number, a date or an expression. */
export async function queryBins(call: LayerCall): Promise<OperationResponse> {
  const { bin, ...input } = readOperation(schema, call.parameters);
  return respondWithBins(call, readBin(bin), input);
}

/** The statistics of each bin. */
interface QueryInput {
  bin: Bin;
  value: Typed;
  number: store.BinValue;
  stack: Typed | undefined;
  split: Typed | undefined;
  columns: readonly NamedColumn[];
  timeZone: string;
  /** How many values split the bins. */
  ranges: number;
  /** What the rows of all bins are taken from. */
  room: RowRoom;
}

export async function respondWithBins(call: LayerCall, bin: Bin, input: Input): Promise<OperationResponse> {
  const { context, layer } = call;
  const clauseContext = clauseContextOf(call);
  const selection = readSelection(input, layer, clauseContext, context.onLoop);
  const scope = { fields: layer.fields, parameter: 'bin', ...clauseContext };
  const { onField, onExpression, splitBy, stackBy } = bin;
  const texts = [onField ?? onExpression?.value ?? '', splitBy?.value, stackBy?.value] as const;
  const { normalizationField } = bin.parameters;
  if (context.onLoop) refuseLong(...texts, normalizationField, call.parameters.text('outStatistics'));
  const read = (text: string) => compileValue(parseValue(text, 'bin', scope), scope);
  const value = read(texts[0]);
  if (value.type !== 'number' && value.type !== 'instant')
    throw parameterError('bin', 'Bins require numbers or dates.');
  if (bin.type === 'dateBin' && value.type !== 'instant')
    throw parameterError('bin', 'A dateBin requires a date field or expression.');
  const grouping = splitBy ? read(splitBy.value) : stackBy ? read(stackBy.value) : undefined;
  if (grouping && grouping.type !== 'text' && grouping.type !== 'number')
    throw parameterError('bin', 'Only text and number fields can split or stack bins.');
  const normalized = await normalize(call, selection, bin, value, read);
  const query: QueryInput = {
    bin,
    value,
    number: normalized,
    split: splitBy ? grouping : undefined,
    stack: stackBy ? grouping : undefined,
    columns: readColumns(call, input),
    timeZone: readTimeZone(input.outTimeReference),
    ranges: 1,
    room: roomFor(context.onLoop),
  };
  const ranges = await store.readRanges(context.reader, layer, selection, {
    value: normalized,
    split: query.split?.sql,
    most: maxSplits,
    room: query.room,
  });
  if (ranges.length > maxSplits)
    throw parameterError('bin.splitBy', `The field has more than ${maxSplits} values.`);
  const features: object[] = [];
  for (const range of ranges)
    features.push(...(await binsOf(call, selection, { ...query, ranges: ranges.length }, range, input)));
  if (context.onLoop && features.length > limits.loopTableRows) throw new TooHeavy();
  return { fields: fieldsOf(query, input), features };
}

/** The default statistic counts the features of a bin. */
function readColumns(call: LayerCall, { outStatistics }: Input): readonly NamedColumn[] {
  const frequency = [
    { statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'frequency' },
  ];
  const { columns, aggregates } = readStatistics(
    outStatistics ?? frequency,
    call.layer,
    clauseContextOf(call),
  );
  if (aggregates.length > 0) throw parameterError('outStatistics', 'Bins have no geometry.');
  return columns;
}

function readTimeZone({ ianaTimeZone, ...others }: Readonly<Record<string, unknown>>): string {
  const unknown = findUnknown(others, new Set());
  if (unknown !== undefined)
    throw parameterError('outTimeReference', `${unknown} is not supported. Specify the ianaTimeZone.`);
  const name = String(ianaTimeZone ?? 'UTC');
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw parameterError('outTimeReference', `${name.slice(0, 40)} is not a time zone.`);
  }
}

/** The value as a number, dates as epoch milliseconds. */
async function normalize(
  { context, layer }: LayerCall,
  selection: RequestedSelection,
  { parameters: input, transformation }: Bin,
  value: Typed,
  read: (text: string) => Typed,
): Promise<store.BinValue> {
  const kind = input.normalizationType ?? transformation;
  if (value.type === 'instant' || !kind) return store.plainValue(value);
  if (kind === 'field') {
    const by = read(input.normalizationField ?? '');
    if (by.type !== 'number')
      throw parameterError('bin.parameters.normalizationField', 'Specify a field with numbers.');
    return store.shareOf(value, by);
  }
  if (kind !== 'percentOfTotal') return store.scaled(value, kind);
  const { normalizationTotal: total } = input;
  return store.percentOf(value, total ?? (await store.readTotal(context.reader, layer, selection, value)));
}

/** The bins of the features with one value of the field that splits them. */
async function binsOf(
  { context, layer }: LayerCall,
  selection: RequestedSelection,
  query: QueryInput,
  range: store.ValueRange,
  input: Input,
): Promise<object[]> {
  const { bin, number, split, stack, columns } = query;
  const boundaries = await boundariesOf(context.reader, query, range);
  if (boundaries.length < 2) return [];
  if (context.onLoop && boundaries.length * query.ranges > limits.loopTableRows) throw new TooHeavy();
  const rows = await store.readBins(context.reader, layer, selection, {
    value: number,
    boundaries,
    split: split && { value: split.sql, is: range.split },
    stack: stack?.sql,
    columns: columns.map((column) => column.sql),
    most: limits.featurePage,
    room: query.room,
  });
  if (rows.length > limits.featurePage) throw tooMany();
  const byBin = Map.groupBy(rows, ([index]) => index as number);
  const names = columns.map(({ field }) => field.name);
  const valuesOf = (values: readonly AttributeValue[]) =>
    Object.fromEntries(names.map((name, index) => [name, values[index] ?? emptyOf(columns[index])]));
  const features = boundaries.slice(1).flatMap((upper, index) => {
    const own = {
      [input.lowerBoundaryAlias ?? 'lowerBoundary']: boundaries[index] ?? null,
      ...(!bin.hideUpperBound && { [input.upperBoundaryAlias ?? 'upperBoundary']: upper }),
      ...(split && { [nameOf(bin.splitBy)]: range.split }),
      ...((stack || split) && { bin: index + 1 }),
    };
    const found = byBin.get(index + 1) ?? [];
    if (!stack) return [{ attributes: { ...own, ...valuesOf(found[0]?.slice(1) ?? []) } }];
    const stacked = found.map(([, key, ...values]) => ({ [nameOf(bin.stackBy)]: key, ...valuesOf(values) }));
    if (bin.jsonStyle !== 'flat') return [{ attributes: own, stackedAttributes: stacked }];
    return stacked.map((each) => ({ attributes: { ...own, ...each } }));
  });
  return input.binOrder === 'DESC' ? features.toReversed() : features;
}

/** An empty bin has no features, and no other statistic. */
function emptyOf(column: NamedColumn | undefined): number | null {
  return column?.field.type === 'esriFieldTypeInteger' ? 0 : null;
}

const nameOf = (grouping: Bin['splitBy']) => grouping?.outAlias || (grouping?.value ?? '');

async function boundariesOf(
  reader: LayerCall['context']['reader'],
  { bin, timeZone }: QueryInput,
  { least, greatest }: store.ValueRange,
): Promise<number[]> {
  const { parameters: input } = bin;
  if (input.boundaries && bin.type === 'fixedBoundariesBin')
    return [...new Set(input.boundaries)].sort((a, b) => a - b);
  const from = input.start ?? least;
  const to = input.end ?? greatest;
  if (from === null || to === null) return [];
  if (bin.type !== 'dateBin' || !input.unit) return evenBoundaries(bin, least ?? from, greatest ?? to);
  if (from > to) throw parameterError('bin.parameters', 'The start is after the end.');
  // Before PostgreSQL computes them: it completes a series even if only its beginning is wanted.
  if ((to - from) / longestSpan(input.unit, input.number ?? 1) > maxBins) throw tooMany();
  const boundaries = await store.readCalendar(reader, {
    from,
    to,
    span: { number: input.number ?? 1, unit: input.unit },
    offset: input.offset ?? undefined,
    timeZone,
    firstDayOfWeek: bin.firstDayOfWeek ?? 7,
    snap: input.snapToData ?? undefined,
    most: maxBins,
  });
  if (boundaries.length > maxBins + 1) throw tooMany();
  return clipped(boundaries, from, to, bin);
}

const [minute, day] = [60_000, 86_400_000];

/** The longest that a unit of the calendar may be, in milliseconds. */
const longest: Record<store.CalendarUnit, number> = {
  year: 366 * day,
  quarter: 92 * day,
  month: 31 * day,
  week: 7 * day + 60 * minute,
  // A day on which clocks are set back.
  day: 25 * 60 * minute,
  hour: 60 * minute,
  minute,
  second: 1000,
};

const longestSpan = (unit: store.CalendarUnit, number: number) => longest[unit] * number;

/** Clips the outer bins to the first and last date, unless the request wants complete ones. */
function clipped(boundaries: readonly number[], from: number, to: number, bin: Bin): number[] {
  const { snapToData, returnFullIntervalBin } = bin.parameters;
  const after = boundaries.findIndex((each) => each > to);
  const used = boundaries.slice(0, after === -1 ? undefined : after + 1);
  if (returnFullIntervalBin) return used;
  const [first, last] = [0, used.length - 1];
  if (snapToData === 'last')
    return used.map((each, index) => (index === first ? Math.max(each, from) : each));
  const ends = used.map((each, index) => (index === last ? Math.min(each, to) : each));
  // A last bin without width would repeat its boundary.
  return ends.length > 2 && ends[last] === ends[last - 1] ? ends.slice(0, last) : ends;
}

function fieldsOf({ bin, value, columns, split, stack }: QueryInput, input: Input): object[] {
  const isDate = value.type === 'instant';
  const plain = (name: string, type: TableField['type']): TableField => ({
    name,
    alias: name,
    type,
    domain: null,
  });
  const boundary = isDate ? 'esriFieldTypeDate' : 'esriFieldTypeDouble';
  const group = (grouping: Bin['splitBy'], of: Typed | undefined) =>
    of ? [plain(nameOf(grouping), of.column?.type ?? 'esriFieldTypeString')] : [];
  return [
    plain(input.lowerBoundaryAlias ?? 'lowerBoundary', boundary),
    ...(bin.hideUpperBound ? [] : [plain(input.upperBoundaryAlias ?? 'upperBoundary', boundary)]),
    ...(split || stack ? [plain('bin', 'esriFieldTypeInteger')] : []),
    ...group(bin.splitBy, split),
    ...group(bin.stackBy, stack),
    ...columns.map(({ field }) => plain(field.name, field.type)),
  ];
}
