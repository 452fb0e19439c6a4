import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { ByteBudget } from '../../budgets/byte-budget.ts';

/**
 * Storage of uploads during their request or job: temporary files of users, and memory for unknown senders.
 */
export interface UploadRoom {
  /** Keyed by username. */
  files: ByteBudget;
  /** Keyed by address, for callers whose token may come after the file. */
  unknown: ByteBudget;
  /** Keyed by username: memory for forms of more than `limits.requestBodyBytes`. */
  forms: ByteBudget;
}

declare module 'fastify' {
  interface FastifyInstance {
    uploadRoom: UploadRoom;
  }
}

/** @param uploadBytes maximum size of uploaded files: each user has room for two of them */
export function createUploadRoom(uploadBytes: number): UploadRoom {
  const each = Math.max(limits.temporaryBytesPerPerson, 2 * uploadBytes);
  return {
    files: new ByteBudget({
      each,
      inAll: Math.max(limits.temporaryBytes, 2 * each),
      refuseOne: () =>
        new MappingError(
          'uploads:person-busy',
          `Your uploads in progress exceed ${megabytes(each)} MB. Wait until one of them is complete, then try again.`,
          { status: 429 },
        ),
      refuseAll: () => busy('The server has too many uploads in progress. Try again in a minute.'),
    }),
    unknown: new ByteBudget({
      each: limits.unknownBytesPerAddress,
      inAll: limits.unknownBytes,
      refuseOne: unknownBusy,
      refuseAll: unknownBusy,
    }),
    forms: new ByteBudget({
      each: limits.formBytesPerPerson,
      inAll: limits.formBytes,
      refuseOne: () =>
        new MappingError(
          'uploads:person-busy',
          `Your requests in progress exceed ${megabytes(limits.formBytesPerPerson)} MB. Wait until one of them is complete, then try again.`,
          { status: 429 },
        ),
      refuseAll: () => busy('The server has too many large requests in progress. Try again in a minute.'),
    }),
  };
}

function unknownBusy(): MappingError {
  return busy(
    'The server has too many files and large forms without a token. Send the token in a header, in the URL or before the file, or try again in a minute.',
  );
}

function busy(message: string): MappingError {
  return new MappingError('uploads:busy', message, { status: 503 });
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
