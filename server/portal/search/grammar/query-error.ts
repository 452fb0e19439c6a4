import { MappingError } from '../../../../wire/errors.ts';

/** 400 for an unreadable query; `position` is counted from 0, messages count from 1. */
export function queryError(message: string, position: number): MappingError {
  return new MappingError(
    'portal:query-invalid',
    `The search cannot be read at character ${position + 1}: ${message}`,
    { status: 400, faults: [{ path: `character ${position + 1}`, message }] },
  );
}
