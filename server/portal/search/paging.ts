import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';

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
export function readPage(parameters: Readonly<Record<string, string>>): Page {
  return {
    start: Math.max(1, readCount(parameters, 'start', 1)),
    num: Math.min(limits.searchPage, readCount(parameters, 'num', 10)),
  };
}

export function pageEnvelope(page: Page, total: number): PageEnvelope {
  const next = page.start + page.num;
  return { total, start: page.start, num: page.num, nextStart: page.num > 0 && next <= total ? next : -1 };
}

function readCount(parameters: Readonly<Record<string, string>>, name: string, otherwise: number): number {
  const text = parameters[name]?.trim();
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text)) {
    throw new MappingError('portal:invalid-paging', `“${name}” is a whole number from 0.`, {
      status: 400,
      faults: [{ path: name, message: 'Give a whole number from 0.' }],
    });
  }
  return Number(text);
}
