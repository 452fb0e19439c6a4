import { z } from 'zod';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { boolean, objectIds, readOperation, wholeNumber } from '../../../platform/arcgis/schema.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { limits } from '../../../limits.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { countRestoration, readChanges, readEditors, restoreFeatures } from '../../storage/past-store.ts';
import { recordServiceAct } from '../../storage/service-act-store.ts';
import type { OperationResponse, LayerCall } from '../context.ts';
import { moment, refuseWithoutHistory } from '../query/historic-moment.ts';
import { mustSeeHistory } from '../rights.ts';
import { toEditError } from './apply-edits.ts';

const changesSchema = z.object({
  objectIds: objectIds.optional(),
  from: moment.optional(),
  to: moment.optional(),
  editor: z.string().min(1).max(128).optional(),
  returnEditors: boolean.default(false),
  resultOffset: wholeNumber(0).default(0),
  resultRecordCount: wholeNumber(1).default(limits.historyPage),
});

/**
 * `…/{layer}/queryHistory`: who changed what from what to what, newest first; with `returnEditors` only the names of those who
 * did. For those who may change every feature.
 */
export async function queryHistory(call: LayerCall): Promise<OperationResponse> {
  const { layer, context, rights, parameters } = call;
  mustHaveHistory(layer);
  mustSeeHistory(layer, rights, 'changes');
  const { resultRecordCount, resultOffset, returnEditors, ...which } = readOperation(
    changesSchema,
    parameters,
  );
  if (returnEditors) return { editors: await readEditors(context.reader, layer, limits.historyEditors) };
  const limit = Math.min(resultRecordCount, limits.historyPage);
  const wanted = { ...which, offset: resultOffset, limit: limit + 1 };
  const found = await readChanges(context.reader, layer, wanted, { onLoop: context.onLoop });
  return {
    changes: found.slice(0, limit),
    ...(found.length > limit && { exceededTransferLimit: true }),
  };
}

const restoreSchema = z.object({ moment, objectIds: objectIds.optional(), dryRun: boolean.default(false) });

/**
 * `…/{layer}/restore`: puts features, or all of a layer, back to a moment. That is an edit like others: it is part of the
 * history too. Features, for those who may change every feature; a layer, for the owner and administrators. With `dryRun` it
 * only counts what would change.
 */
export async function restore(call: LayerCall): Promise<OperationResponse> {
  const { layer, context, rights, parameters, service } = call;
  mustHaveHistory(layer);
  mustSeeHistory(layer, rights, 'changes');
  const { dryRun, ...input } = readOperation(restoreSchema, parameters);
  if (!input.objectIds) mustSeeHistory(layer, rights, 'restore');
  refuseWithoutHistory(layer, input.moment, 'moment');
  if (input.moment > context.now()) throw parameterError('moment', 'The moment is in the future.');
  if (dryRun) return { success: true, ...(await countRestoration(context.reader, layer, input)) };
  const now = context.now();
  const act = {
    act: 'service.restored',
    actor: rights.caller,
    detail: { title: `${service.name}/${layer.name}`, parts: [new Date(input.moment).toISOString()] },
  } as const;
  try {
    const counts = await restoreFeatures(context.database, layer, {
      ...input,
      now,
      caller: rights.caller,
      finish: async (transaction) => recordServiceAct(transaction, service, act, now),
    });
    if (!counts) throw arcgisError('services:not-found', { message: 'The layer is gone.' });
    return { success: true, ...counts };
  } catch (error) {
    throw toEditError(error);
  }
}

function mustHaveHistory({ source, archive, name }: HostedLayer): void {
  if (source)
    throw arcgisError('services:not-supported', {
      message: 'A view has no history of its own. Use that of its source.',
    });
  if (!archive)
    throw arcgisError('services:not-supported', { message: `The layer ${name} keeps no history.` });
}
