import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { commaList, readOperation } from '../../../platform/arcgis/schema.ts';
import { messageCodeOf } from '../../../platform/http/arcgis-error.ts';
import { withCurrentRights } from '../../access/current-rights.ts';
import type { Requirement } from '../../access/privileges.ts';
import { loadOwner } from '../../community/users/load-user.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { invalidItem } from './item-input.ts';

const schema = z.object({
  items: commaList
    .default([])
    .refine(
      ({ length }) => length > 0 && length <= limits.itemsPerCall,
      `Specify 1 to ${limits.itemsPerCall} comma-separated ids.`,
    ),
});

/**
 * The ids in `items`, if the caller may manage the content of the user of the path.
 * @throws MappingError `portal:user-not-found`, `portal:forbidden`, `portal:invalid-item` (400)
 */
export async function readItemIds(call: PortalCall): Promise<string[]> {
  await loadOwner(call);
  return readOperation(schema, call.parameters, invalidItem).items;
}

/** The result for one of several items, and why it was refused. */
interface ItemResult {
  result: object;
  refusal?: MappingError;
}

/** An operation that is run on several items, and what its callers need. */
interface ActOnItem {
  operation: Operation;
  needs: Requirement;
}

/**
 * Runs an operation on one of several items, if the caller may still do so.
 * @throws MappingError for invalid parameters, which are the same for every item, and for faults of the server
 */
export async function resultFor(
  call: PortalCall,
  itemId: string,
  { operation, needs }: ActOnItem,
): Promise<ItemResult> {
  try {
    const within = await withCurrentRights(call, needs);
    const response = await operation({ ...within, path: { ...call.path, id: itemId } });
    return { result: { success: true, ...Object(response), itemId } };
  } catch (error) {
    if (!(error instanceof MappingError) || error.status >= 500 || error.id === 'arcgis:invalid-parameter')
      throw error;
    const { status: code, message } = error;
    const result = { itemId, success: false, error: { code, ...messageCodeOf(error), message } };
    return { result, refusal: error };
  }
}

/**
 * `content/users/{user}/{operation}Items` with `items=a,b`: each has its own result, and a refused one does not
 * stop the rest.
 * @param usual members of a result that its operation may leave out
 */
export function forEachItem(act: ActOnItem, usual: object = {}): Operation {
  return async (call) => {
    const results: object[] = [];
    for (const id of await readItemIds(call)) {
      const { result } = await resultFor(call, id, act);
      results.push({ ...usual, ...result });
    }
    return { results };
  };
}
