import { z } from 'zod';
import type { Parameters } from '../../platform/arcgis/parameters.ts';
import { readOperation } from '../../platform/arcgis/schema.ts';
import { type Fault, MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';

const from0 = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, 'Give a whole number from 0.')
  .transform(Number);

const schema = z.object({ start: from0.default(1), num: from0.default(10) });

/** A page of a list: `start` counts from 1, `num` 0 requests the total only. */
export interface Page {
  start: number;
  num: number;
}

/** The members of every list: `nextStart` is -1 when there are no more results. */
export interface PageEnvelope {
  total: number;
  start: number;
  num: number;
  nextStart: number;
}

/**
 * Reads `start` (default 1) and `num` (default 10); a `num` above the maximum is reduced to it.
 * @throws MappingError `portal:invalid-paging`, status 400
 */
export function readPage(parameters: Parameters): Page {
  const { start, num } = readOperation(schema, parameters, invalidPage);
  return { start: Math.max(1, start), num: Math.min(limits.searchPage, num) };
}

export function pageEnvelope(page: Page, total: number): PageEnvelope {
  const next = page.start + page.num;
  return { total, start: page.start, num: page.num, nextStart: page.num > 0 && next <= total ? next : -1 };
}

function invalidPage(faults: readonly Fault[]): MappingError {
  const names = faults.map(({ path }) => `“${path}”`).join(' and ');
  return new MappingError('portal:invalid-paging', `${names} is a whole number from 0.`, {
    status: 400,
    faults,
  });
}
