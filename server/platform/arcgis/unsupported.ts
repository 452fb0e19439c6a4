import { z } from 'zod';
import { boolean } from './schema.ts';

/**
 * Parameters that ArcGIS documents and an operation here does not support. They are errors where ignoring them would look like
 * success; values without an effect are accepted, because clients send them.
 */

/** The words that client developers search for are in every message. */
type NotSupported = `${string}not supported${string}`;

/** A parameter that would change the result: any value is an error. */
export function never(problem: NotSupported) {
  return z.undefined(problem).optional();
}

/** A switch that can only be off. */
export function off(problem: NotSupported) {
  return boolean.default(false).refine((value) => !value, problem);
}

const empty = new Set(['', 'null', '[]', '{}', 'none']);

/**
 * A parameter, or a member of JSON, that can only be empty.
 * @param usual what clients send when they mean nothing, in lower case
 */
export function nothing(problem: NotSupported, ...usual: string[]) {
  return z
    .unknown()
    .optional()
    .refine((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
      const given = text.replace(/\s+/g, '').toLowerCase();
      return empty.has(given) || usual.includes(given);
    }, problem);
}

const notUtc = 'Other time zones than UTC are not supported.';

/**
 * The time zone of dates, as ArcGIS describes it (`dateFieldsTimeReference`): it can only be UTC. That has no daylight saving, so
 * that the switch for it changes nothing.
 */
export const utcReference = z.strictObject({
  timeZone: nothing(notUtc, 'utc', 'etc/utc'),
  timeZoneIANA: nothing(notUtc, 'utc', 'etc/utc'),
  respectsDaylightSaving: z.boolean().nullish(),
});
