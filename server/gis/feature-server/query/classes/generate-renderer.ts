import { z } from 'zod';
import { never } from '../../../../platform/arcgis/unsupported.ts';
import { json, readOperation } from '../../../../platform/arcgis/schema.ts';
import { parameterError } from '../../../../platform/arcgis/parameters.ts';
import {
  dividedBy,
  logarithmOf,
  readCombinations,
  readDistinctNumbers,
  readNumberSummary,
  readQuantiles,
} from '../../../storage/class-values-store.ts';
import { parseValue } from '../../../where/parse.ts';
import type { Typed } from '../../../where/typed-condition.ts';
import { compileValue } from '../../../where/where-condition.ts';
import { type OperationResponse, clauseContextOf, type LayerCall } from '../../context.ts';
import { refuseLong, selectFeatures } from '../requested-features-condition.ts';
import { deviationClasses, distinctBreaks, equalIntervals, naturalBreaks } from './class-breaks.ts';
import { readColours, symbolsOf } from './class-symbols.ts';

/** Classes of one renderer; unique values of one renderer; distinct numbers from which natural breaks are made. */
const [maxClasses, maxValues, maxNumbers] = [32, 1000, 256];

const methods = {
  esriclassifynaturalbreaks: 'natural',
  esriclassifyequalinterval: 'equal',
  esriclassifyquantile: 'quantile',
  esriclassifystandarddeviation: 'deviation',
} as const;

const symbol = z.record(z.string(), z.unknown()).nullish();

const breaksSchema = z.strictObject({
  type: z.literal('classBreaksDef'),
  classificationField: z.string(),
  classificationMethod: z.string().default('esriClassifyNaturalBreaks'),
  breakCount: z.number().int().min(1).max(maxClasses).default(5),
  normalizationType: z.string().nullish(),
  normalizationField: z.string().nullish(),
  standardDeviationInterval: z.number().min(0.1).max(3).default(1),
  baseSymbol: symbol,
  colorRamp: symbol,
});

const valuesSchema = z.strictObject({
  type: z.literal('uniqueValueDef'),
  uniqueValueFields: z.array(z.string()).min(1).max(3),
  fieldDelimiter: z.string().max(10).default(','),
  baseSymbol: symbol,
  colorRamp: symbol,
});

const definitionSchema = z.discriminatedUnion('type', [breaksSchema, valuesSchema]);

const labels = 'Label formats are not supported. The client writes the labels.';

const schema = z.object({
  classificationDef: json,
  where: z.string().optional(),
  gdbVersion: never('Versions are not supported.'),
  precision: never(labels),
  prefix: never(labels),
  unitLabel: never(labels),
});

/** `…/{layer}/generateRenderer`: classes of numbers or of values, with symbols along a ramp of colours. */
export async function generateRenderer(call: LayerCall): Promise<OperationResponse> {
  const { classificationDef, where } = readOperation(schema, call.parameters);
  if (call.context.onLoop) refuseLong(where);
  const read = definitionSchema.safeParse(classificationDef);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const selection = {
    ...selectFeatures(where === undefined ? {} : { where }, call.layer, clauseContextOf(call)),
    onLoop: call.context.onLoop ?? false,
  };
  const definition = read.data;
  return definition.type === 'classBreaksDef'
    ? classBreaks(call, definition, selection)
    : uniqueValues(call, definition, selection);
}

type Selection = ReturnType<typeof selectFeatures>;

async function classBreaks(
  call: LayerCall,
  input: z.output<typeof breaksSchema>,
  selection: Selection,
): Promise<OperationResponse> {
  const { layer, context } = call;
  const method = Object.entries(methods).find(
    ([name]) => name === input.classificationMethod.toLowerCase(),
  )?.[1];
  if (!method)
    throw invalid(
      'classificationMethod: choose natural breaks, equal interval, quantile or standard deviation.',
    );
  if (context.onLoop) refuseLong(input.classificationField, input.normalizationField);
  const value = numbersOf(call, input);
  const source = [context.reader, layer, selection, value] as const;
  const summary = await readNumberSummary(...source);
  const { breakCount: count } = input;
  const deviations =
    summary && method === 'deviation' ? deviationClasses(summary, input.standardDeviationInterval) : [];
  const breaks = async () => {
    if (!summary) return [];
    if (method === 'equal') return equalIntervals(summary, count);
    if (method === 'deviation') return deviations.map(({ limit }) => limit);
    const shares = (parts: number) => Array.from({ length: parts }, (_none, index) => (index + 1) / parts);
    if (method === 'quantile') return readQuantiles(...source, shares(count));
    const distinct = await readDistinctNumbers(...source, maxNumbers + 1);
    if (distinct.length <= maxNumbers) return naturalBreaks(distinct, count);
    // More numbers are represented by their quantiles.
    const sample = distinctBreaks(await readQuantiles(...source, shares(maxNumbers)));
    return naturalBreaks(
      sample.map((number) => ({ value: number, count: 1 })),
      count,
    );
  };
  const limits = distinctBreaks(await breaks());
  const symbols = symbolsOf(layer, input.baseSymbol, readColours(input.colorRamp, limits.length), invalid);
  return {
    type: 'classBreaks',
    field: input.classificationField,
    classificationMethod: input.classificationMethod,
    ...(input.normalizationType && { normalizationType: input.normalizationType }),
    ...(input.normalizationField && { normalizationField: input.normalizationField }),
    minValue: summary?.min ?? 0,
    classBreakInfos: limits.map((classMaxValue, index) => ({
      classMinValue: limits[index - 1] ?? summary?.min ?? 0,
      classMaxValue,
      label: deviations[index]?.label ?? `${limits[index - 1] ?? summary?.min ?? 0} - ${classMaxValue}`,
      description: '',
      symbol: symbols[index],
    })),
  };
}

/** The number of each feature, normalised as requested. */
function numbersOf(call: LayerCall, input: z.output<typeof breaksSchema>) {
  const value = numberOf(call, input.classificationField, 'classificationField');
  const type = input.normalizationType?.toLowerCase() ?? 'esrinormalizenone';
  if (type === 'esrinormalizenone') return dividedBy(value.sql, undefined);
  if (type === 'esrinormalizebylog') return logarithmOf(value.sql);
  if (type === 'esrinormalizebyfield')
    return dividedBy(value.sql, numberOf(call, input.normalizationField ?? '', 'normalizationField').sql);
  throw invalid('normalizationType: only by field and by logarithm are supported.');
}

function numberOf(call: LayerCall, text: string, name: string): Typed {
  const value = valueOf(call, text);
  if (value.type !== 'number') throw invalid(`${name}: expected a field of numbers.`);
  return value;
}

function valueOf(call: LayerCall, text: string): Typed {
  const scope = { fields: call.layer.fields, parameter: 'classificationDef', ...clauseContextOf(call) };
  return compileValue(parseValue(text, scope.parameter, scope), scope);
}

async function uniqueValues(
  call: LayerCall,
  input: z.output<typeof valuesSchema>,
  selection: Selection,
): Promise<OperationResponse> {
  const { layer, context } = call;
  if (context.onLoop) refuseLong(...input.uniqueValueFields);
  const columns = input.uniqueValueFields.map((name) => {
    const { sql, column } = valueOf(call, name);
    if (!column) throw invalid('uniqueValueFields: expected names of fields.');
    return { sql, column };
  });
  const found = await readCombinations(
    context.reader,
    layer,
    selection,
    columns.map(({ sql }) => sql),
    maxValues + 1,
  );
  if (found.length > maxValues)
    throw invalid(`uniqueValueFields: there are more than ${maxValues} different values.`);
  const symbols = symbolsOf(layer, input.baseSymbol, readColours(input.colorRamp, found.length), invalid);
  return {
    type: 'uniqueValue',
    field1: columns[0]?.column.name ?? '',
    field2: columns[1]?.column.name ?? '',
    field3: columns[2]?.column.name ?? '',
    fieldDelimiter: input.fieldDelimiter,
    uniqueValueInfos: found.map(({ values, count }, index) => {
      const texts = values.map((value) => (value === null ? '<Null>' : String(value)));
      const names = values.map(
        (value, place) => nameOf(columns[place]?.column.domain ?? null, value) ?? texts[place],
      );
      return {
        value: texts.join(input.fieldDelimiter),
        count,
        label: names.join(input.fieldDelimiter),
        description: '',
        symbol: symbols[index],
      };
    }),
  };
}

/** The name of a coded value. */
function nameOf(domain: LayerCall['layer']['fields'][number]['domain'], value: unknown): string | undefined {
  return domain?.type === 'codedValue'
    ? domain.codedValues.find(({ code }) => code === value)?.name
    : undefined;
}

function invalid(problem: string) {
  return parameterError('classificationDef', problem);
}
