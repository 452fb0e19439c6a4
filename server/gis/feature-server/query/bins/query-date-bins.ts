import { z } from 'zod';
import { parameterError } from '../../../../platform/arcgis/parameters.ts';
import { boolean, jsonObject, readOperation } from '../../../../platform/arcgis/schema.ts';
import type { OperationResponse, LayerCall } from '../../context.ts';
import { respondWithBins, binParameters } from './query-bins.ts';
import { readBin } from './read-bin.ts';

const schema = z.object({
  ...binParameters,
  binField: z.string('Specify the field with the date.'),
  bin: jsonObject,
  binBoundaryAlias: z.string().max(128).default('boundary'),
  binStart: z
    .string()
    .default('lower')
    .refine((start) => ['lower', 'upper'].includes(start.toLowerCase()), 'Choose lower or upper.'),
  returnCentroid: boolean.default(false).refine((wanted) => !wanted, 'Bins have no geometry.'),
});

const span = {
  unit: z.unknown(),
  offset: z.unknown().optional(),
  timezone: z.string().nullish(),
};
const spanSchema = z
  .strictObject({
    calendarBin: z.strictObject(span).optional(),
    fixedBin: z.strictObject({ ...span, number: z.unknown().optional() }).optional(),
  })
  .refine(({ calendarBin, fixedBin }) => Boolean(calendarBin) !== Boolean(fixedBin));

/** `…/{layer}/queryDateBins`: the features of each calendar unit, or of spans of the same length. */
export async function queryDateBins(call: LayerCall): Promise<OperationResponse> {
  const { bin, binField, binBoundaryAlias, binStart, ...input } = readOperation(schema, call.parameters);
  const read = spanSchema.safeParse(bin);
  if (!read.success)
    throw parameterError(
      'bin',
      'Specify a bin such as {"calendarBin": {"unit": "month"}} or {"fixedBin": {"unit": "hour", "number": 6}}, with timezone and offset.',
    );
  const { calendarBin, fixedBin } = read.data;
  const given = { ...calendarBin, ...fixedBin };
  const { unit, offset, timezone, number } = given;
  const dateBin = readBin({
    type: 'dateBin',
    onField: binField,
    hideUpperBound: true,
    // Weeks of this operation begin on Mondays.
    firstDayOfWeek: 1,
    parameters: { unit, offset, returnFullIntervalBin: true, ...(fixedBin && { number }) },
  });
  const isUpper = binStart.toLowerCase() === 'upper';
  return respondWithBins(
    call,
    { ...dateBin, hideUpperBound: !isUpper },
    {
      ...input,
      ...(isUpper ? { upperBoundaryAlias: binBoundaryAlias } : { lowerBoundaryAlias: binBoundaryAlias }),
      outTimeReference: timezone ? { ianaTimeZone: timezone } : input.outTimeReference,
    },
  );
}
