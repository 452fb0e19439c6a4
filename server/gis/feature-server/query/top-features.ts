import { findUnknown } from '../../definitions/refuse-unkept.ts';
import { z } from 'zod';
import { jsonObject, readOperation } from '../../../platform/arcgis/schema.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { topFeatures } from '../../storage/statistics-condition.ts';
import { parseValue } from '../../where/parse.ts';
import { namesField } from '../../where/syntax-tree.ts';
import { compileValue } from '../../where/where-condition.ts';
import { type OperationResponse, clauseContextOf, type LayerCall } from '../context.ts';
import { readOrder, splitList } from './order-condition.ts';
import { prepareResponse, querySchema } from './query.ts';
import { readSelection, refuseLong } from './requested-features-condition.ts';

/** Features of one group, and fields by which they are grouped. */
const [largestCount, maxGroups] = [2000, 8];

const schema = z.object({ ...querySchema.shape, topFilter: jsonObject });

/** `…/{layer}/queryTopFeatures`: the first features of each group, such as the three largest parks of each district. */
export async function queryTopFeatures(call: LayerCall): Promise<OperationResponse> {
  const { context, layer } = call;
  const { topFilter, ...input } = readOperation(schema, call.parameters);
  if (context.onLoop) refuseLong(call.parameters.text('topFilter'));
  const unknown = findUnknown(topFilter, filterMembers);
  if (unknown !== undefined) throw parameterError('topFilter', `It has no member ${unknown}.`);
  const clauseContext = clauseContextOf(call);
  const scope = { fields: layer.fields, parameter: 'topFilter', ...clauseContext };
  const count = Number(topFilter['topCount']);
  if (!Number.isInteger(count) || count < 1 || count > largestCount)
    throw parameterError('topFilter', `topCount is a whole number from 1 to ${largestCount}.`);
  const groups = splitList(textOf(topFilter['groupByFields'])).map((part) => {
    const parsed = parseValue(part, 'topFilter', scope);
    if (!namesField(parsed)) throw parameterError('topFilter', 'Expected fields in groupByFields.');
    return compileValue(parsed, scope).sql;
  });
  if (groups.length === 0 || groups.length > maxGroups)
    throw parameterError('topFilter', `Specify 1 to ${maxGroups} fields in groupByFields.`);
  const order = readOrder(textOf(topFilter['orderByFields']), scope);
  if (order.length === 0) throw parameterError('topFilter', 'Specify orderByFields.');
  const selection = readSelection(input, layer, clauseContext, context.onLoop);
  const top = await topFeatures(context.reader, layer, selection, { groups, order, count });
  return prepareResponse(call, input, { ...selection, conditions: [top], space: null }, clauseContext)();
}

const filterMembers = new Set(['groupByFields', 'topCount', 'orderByFields']);

/** Clients write lists as text, or as JSON. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(',') : typeof value === 'string' ? value : '';
}
