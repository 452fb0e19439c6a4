import { z } from 'zod';
import { boolean, json, readOperation } from '../../../platform/arcgis/schema.ts';
import { never, off } from '../../../platform/arcgis/unsupported.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { type Field, findField } from '../../layer/field.ts';
import { globalIdField, objectIdField, writtenFields } from '../../layer/layer.ts';
import { fitValue } from '../../storage/attribute-value.ts';
import { type Assignment, calculateFields } from '../../storage/calculate-store.ts';
import { parameter } from '../../storage/edit-store.ts';
import { parseCondition, parseValue } from '../../where/parse.ts';
import { typeNames, typeOfField } from '../../where/typed-condition.ts';
import { compileCondition, compileValue } from '../../where/where-condition.ts';
import { type OperationResponse, clauseContextOf, type LayerCall } from '../context.ts';
import { refuseLong, selectFeatures } from '../query/requested-features-condition.ts';
import { mustEdit, ownOnly } from '../rights.ts';
import { toEditError } from './apply-edits.ts';

const expressionsSchema = z
  .array(
    z.union([
      z.strictObject({ field: z.string(), sqlExpression: z.string() }),
      z.strictObject({ field: z.string(), value: z.union([z.string(), z.number(), z.null()]) }),
    ]),
  )
  .min(1)
  .max(100);

const calculateSchema = z.object({
  where: z.string('Specify the condition that features must meet; 1=1 for all of them.'),
  calcExpression: json,
  sqlFormat: z
    .string()
    .default('standard')
    .refine(
      (format) => ['standard', 'none'].includes(format.toLowerCase()),
      'Only standard SQL is supported.',
    ),
  objectIds: never('objectIds is not supported. Specify the condition in where.'),
  geometry: never('geometry is not supported. Specify the condition in where.'),
  returnEditMoment: boolean.default(false),
  gdbVersion: never('Versions are not supported.'),
  usePreviousEditMoment: off('usePreviousEditMoment is not supported.'),
  async: off('Asynchronous calculations are not supported. Omit async.'),
});

/** `…/{layer}/calculate`: sets fields of all features that match to a value or the value of an expression, in one transaction. */
export async function calculate(call: LayerCall): Promise<OperationResponse> {
  const { context, layer, service, rights, parameters } = call;
  mustEdit(service, rights, 'Update');
  const input = readOperation(calculateSchema, parameters);
  const expressions = readExpressions(input.calcExpression);
  if (context.onLoop)
    refuseLong(
      input.where,
      ...expressions.map((one) => ('value' in one ? String(one.value) : one.sqlExpression)),
    );
  const assignments = expressions.map((one) => assignmentOf(call, one));
  const fields = new Set(assignments.map(({ field }) => field));
  if (fields.size < assignments.length)
    throw parameterError('calcExpression', 'Each field can be given only once.');
  const now = context.now();
  const calculated = await calculateFields(
    context.database,
    layer,
    [...assignments, ...trackingOf(call, now).filter(({ field }) => !fields.has(field))],
    {
      conditions: selectFeatures({ where: input.where }, layer, clauseContextOf(call)).conditions,
      own: ownOnly(layer, rights),
      now,
      caller: rights.caller,
    },
  ).catch((error: unknown) => {
    throw toEditError(error);
  });
  if (!calculated) throw arcgisError('services:not-found', { message: 'The layer is gone.' });
  const { changed: updatedFeatureCount, moment: editMoment } = calculated;
  return { updatedFeatureCount, ...(input.returnEditMoment && { editMoment }) };
}

type Expression = z.output<typeof expressionsSchema>[number];

function readExpressions(given: unknown): Expression[] {
  const read = expressionsSchema.safeParse(Array.isArray(given) ? given : [given]);
  if (read.success) return read.data;
  throw parameterError(
    'calcExpression',
    'Specify a list such as [{"field": "height", "value": 3}, {"field": "width", "sqlExpression": "height * 2"}].',
  );
}

function assignmentOf(call: LayerCall, one: Expression): Assignment {
  const { fields } = call.layer;
  const field = findField(fields, one.field);
  if (!field) throw parameterError('calcExpression', `The layer has no field ${one.field.slice(0, 40)}.`);
  if (!field.editable || field.name === objectIdField || field.name === globalIdField)
    throw parameterError('calcExpression', `The field ${field.name} cannot be changed.`);
  if ('value' in one) return { field, value: parameter(field, fitValue(field, one.value)) };
  const scope = { fields, parameter: 'calcExpression', ...clauseContextOf(call) };
  const { sql: value, type } = compileValue(parseValue(one.sqlExpression, scope.parameter, scope), scope);
  const wanted = typeOfField(field);
  if (type !== wanted && type !== 'null')
    throw parameterError(
      'calcExpression',
      `The field ${field.name} requires ${typeNames[wanted]}, but the expression is ${typeNames[type]}.`,
    );
  return { field, value };
}

/** Values of the fields of editor tracking. */
function trackingOf({ layer, rights }: LayerCall, now: number): Assignment[] {
  const { editorTracking: tracking } = layer;
  if (!tracking) return [];
  const fields = writtenFields(layer);
  const [date, editor] = [findField(fields, tracking.editDateField), findField(fields, tracking.editorField)];
  return [
    ...(date ? [{ field: date, value: parameter(date, now) }] : []),
    ...(editor ? [{ field: editor, value: parameter(editor, rights.caller) }] : []),
  ];
}

const validateSchema = z.object({
  sql: z.string('Specify the text to validate.'),
  sqlType: z
    .string()
    .default('where')
    .transform((type) => type.toLowerCase())
    .refine(
      (type): type is 'where' | 'expression' => type === 'where' || type === 'expression',
      'Only “where” and “expression” are supported; statements are never run.',
    ),
});

/** `…/{layer}/validateSQL`: whether a condition or an expression is valid for this layer. */
export async function validateSql(call: LayerCall): Promise<OperationResponse> {
  const { sql: text, sqlType } = readOperation(validateSchema, call.parameters);
  if (call.context.onLoop) refuseLong(text);
  const scope = { fields: call.layer.fields as readonly Field[], parameter: 'sql', ...clauseContextOf(call) };
  try {
    if (sqlType === 'where') compileCondition(parseCondition(text, 'sql', scope), scope);
    else compileValue(parseValue(text, 'sql', scope), scope);
    return { isValidSQL: true, validationErrors: [] };
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const description = error.faults.map(({ message }) => message).join(' ') || error.message;
    return { isValidSQL: false, validationErrors: [{ errorCode: syntaxErrorCode, description }] };
  }
}

/** Esri's code of SQL that is not valid. */
const syntaxErrorCode = 3008;
