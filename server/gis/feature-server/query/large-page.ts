import { limits } from '../../../limits.ts';
import type { FeatureServiceContext } from '../context.ts';

/** Whether the event loop reads and writes a large page. */
let loopHasLargePage = false;

/**
 * Reads and writes a page of features. The event loop has one large page at a time, because the garbage of
 * several would delay all other requests: the next ones continue in threads if they are long.
 * @param rows the largest number of features of the page
 * @param work reads the page; its argument belongs to the selection and sets the bytes that the loop may read
 */
export async function inLargePage<Result>(
  { onLoop = false }: Pick<FeatureServiceContext, 'onLoop'>,
  rows: number,
  work: (limit: { loopBytes?: number }) => Promise<Result>,
): Promise<Result> {
  if (!onLoop || rows < limits.loopLargePage) return work({});
  if (loopHasLargePage) return work({ loopBytes: limits.loopSharedBytes });
  loopHasLargePage = true;
  try {
    return await work({});
  } finally {
    loopHasLargePage = false;
  }
}
