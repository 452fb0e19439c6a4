import { z } from 'zod';
import { parameterError } from '../../../../platform/arcgis/parameters.ts';
import { type CalendarSpan, calendarUnits } from '../../../storage/bins-store.ts';
import { parseInstant } from '../../../where/temporal-literal.ts';

/** Bins of one response, and values of a field that splits them. */
export const [maxBins, maxSplits] = [1000, 50];

/** Kinds of bins, and of normalization, by their names in the ArcGIS REST API. */
export const binTypes = ['autoIntervalBin', 'fixedIntervalBin', 'fixedBoundariesBin', 'dateBin'] as const;
export const normalizations = ['field', 'log', 'naturalLog', 'percentOfTotal', 'squareRoot'] as const;

/** A number, or a date as epoch milliseconds or text. */
const boundary = z.union([z.number(), z.string()]).transform((value, context) => {
  const number = typeof value === 'number' ? value : parseInstant(value);
  if (number !== undefined && Number.isFinite(number)) return number;
  context.addIssue({ code: 'custom', message: 'Specify numbers, or dates.' });
  return z.NEVER;
});

const unit = z
  .string()
  .transform((text) => text.toLowerCase().replace(/s$/, ''))
  .pipe(z.enum(calendarUnits, `Choose a unit of ${calendarUnits.join(', ')}.`));

const span = z.strictObject({ number: z.number().int().min(-100_000).max(100_000), unit });

/** `type` and `valueType` restate what the value is. */
const valued = { value: z.string(), valueType: z.unknown().optional() };
const grouping = z.strictObject({
  ...valued,
  type: z.unknown().optional(),
  outAlias: z.string().max(128).nullish(),
});

const parameters = z.strictObject({
  boundaries: z
    .array(boundary)
    .min(2)
    .max(maxBins + 1)
    .optional(),
  interval: z.number().positive('The interval is a positive number.').optional(),
  numberOfBins: z.number().int().min(1).max(maxBins).optional(),
  start: boundary.nullish(),
  end: boundary.nullish(),
  number: z.number().int().min(1).max(100_000).optional(),
  unit: unit.optional(),
  offset: span.nullish(),
  snapToData: z.enum(['first', 'last']).nullish(),
  returnFullIntervalBin: z.boolean().nullish(),
  normalizationType: z.enum(normalizations).nullish(),
  normalizationField: z.string().nullish(),
  normalizationTotal: z.number().nullish(),
  normalizationMinValue: z.number().nullish(),
  normalizationMaxValue: z.number().nullish(),
});

const binSchema = z.strictObject({
  type: z.enum(binTypes, `Choose a type of ${binTypes.join(', ')}.`),
  onField: z.string().nullish(),
  onExpression: z.strictObject(valued).nullish(),
  splitBy: grouping.nullish(),
  stackBy: grouping.nullish(),
  jsonStyle: z.string().nullish(),
  hideUpperBound: z.boolean().nullish(),
  firstDayOfWeek: z.number().int().min(1).max(7).nullish(),
  transformation: z.enum(['naturalLog', 'squareRoot', 'log']).nullish(),
  parameters: parameters.default({}),
});

export type Bin = z.output<typeof binSchema>;
export type { CalendarSpan };

/** @throws MappingError 400 that names what is wrong */
export function readBin(given: Readonly<Record<string, unknown>>): Bin {
  const read = binSchema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    const path = ['bin', ...(issue?.path ?? [])].map(String).join('.');
    throw parameterError(path, issue?.message ?? 'Not valid.');
  }
  const bin = read.data;
  const { onField, onExpression, type, parameters: input } = bin;
  if (Boolean(onField) === Boolean(onExpression))
    throw parameterError('bin', 'Specify either onField or onExpression.');
  if (type === 'fixedBoundariesBin' && !input.boundaries)
    throw parameterError('bin.parameters.boundaries', 'Boundaries are required.');
  if (type === 'fixedIntervalBin' && input.interval === undefined)
    throw parameterError('bin.parameters.interval', 'Specify the interval.');
  if (type === 'dateBin' && !input.unit) throw parameterError('bin.parameters.unit', 'Specify the unit.');
  if (bin.splitBy && bin.stackBy) throw parameterError('bin', 'Specify either splitBy or stackBy.');
  return bin;
}

/** Boundaries of bins of the same width, from the least value or the given one. */
export function evenBoundaries(bin: Bin, min: number, greatest: number): number[] {
  const { normalizationType, normalizationMinValue, normalizationMaxValue, ...given } = bin.parameters;
  const start = (normalizationType ? normalizationMinValue : given.start) ?? min;
  const end = (normalizationType ? normalizationMaxValue : given.end) ?? greatest;
  if (!(start <= end)) throw parameterError('bin.parameters', 'The start is after the end.');
  if (bin.type === 'fixedIntervalBin') {
    const interval = given.interval as number;
    const count = Math.max(1, Math.ceil((end - start) / interval));
    if (count > maxBins) throw tooMany();
    return Array.from({ length: count + 1 }, (_none, index) => start + index * interval);
  }
  const count = start === end ? 1 : (given.numberOfBins ?? 10);
  return Array.from({ length: count + 1 }, (_none, index) =>
    index === count ? end : start + ((end - start) * index) / count,
  );
}

export function tooMany() {
  return parameterError('bin', `Specify bins of another size: at most ${maxBins} are counted.`);
}
