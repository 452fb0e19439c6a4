import type { Caller } from '../../server/portal/caller.ts';
import type { Operation, PortalContext } from '../../server/portal/operation.ts';
import { Parameters } from '../../server/platform/arcgis/parameters.ts';

/** Runs portal operations without HTTP, with parameters as a form would send them. */
export function createOperationCaller(context: PortalContext) {
  return async (
    operation: Operation,
    caller: Caller,
    path: Record<string, string>,
    parameters: Record<string, string> = {},
  ): Promise<any> =>
    operation({
      context,
      caller,
      parameters: new Parameters(parameters),
      path,
      files: [],
      request: undefined as never,
      reply: undefined as never,
    });
}
