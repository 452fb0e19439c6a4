import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { addressGroup, widestNetwork } from '../../budgets/address-group.ts';
import { type ByteAccount, ByteBudget } from '../../budgets/byte-budget.ts';

/**
 * Storage of uploads during their request or job: temporary files of users, and memory for unknown senders.
 */
export interface UploadRoom {
  /** Keyed by username. */
  files: ByteBudget;
  /** Of networks, for callers whose token may come after the file (`openUnknown`). */
  unknown: ByteBudget;
  /** Keyed by username: memory for forms of more than `limits.requestBodyBytes`. */
  forms: ByteBudget;
  /** Keyed by username: files with what jobs were sent that wait or run. Full, it keeps out neither uploads nor forms. */
  jobs: ByteBudget;
}

declare module 'fastify' {
  interface FastifyInstance {
    uploadRoom: UploadRoom;
  }
}

/** @param uploadBytes maximum size of uploaded files: each user has room for two of them */
export function createUploadRoom(uploadBytes: number): UploadRoom {
  const each = Math.max(limits.temporaryBytesPerUser, 2 * uploadBytes);
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
      each: limits.unknownBytesPerNetwork,
      inAll: limits.unknownBytes,
      refuseOne: unknownBusy,
      refuseAll: unknownBusy,
    }),
    forms: new ByteBudget({
      each: limits.formBytesPerUser,
      inAll: limits.formBytes,
      refuseOne: () =>
        new MappingError(
          'uploads:person-busy',
          `Your requests in progress exceed ${megabytes(limits.formBytesPerUser)} MB. Wait until one of them is complete, then try again.`,
          { status: 429 },
        ),
      refuseAll: () => busy('The server has too many large requests in progress. Try again in a minute.'),
    }),
    jobs: new ByteBudget({
      each: limits.jobBytesPerUser,
      inAll: limits.jobBytes,
      refuseOne: () =>
        new MappingError(
          'uploads:person-busy',
          `The data of your jobs in progress exceed ${megabytes(limits.jobBytesPerUser)} MB. Wait until one of the jobs has ended, then try again.`,
          { status: 429 },
        ),
      refuseAll: () => busy('The server has too many large jobs in progress. Try again later.'),
    }),
  };
}

/** The account of a request whose sender is unknown, and a promise that fails when it has to give way to another network's. */
export interface UnknownAccount extends ByteAccount {
  displaced: Promise<never>;
}

/** Opens an account for a request whose sender is unknown. */
export function openUnknown({ unknown }: UploadRoom, ip: string): UnknownAccount {
  const { promise, reject } = Promise.withResolvers<never>();
  // It may give way when nothing waits for it any more.
  promise.catch(() => {});
  const holder = { network: widestNetwork(ip), sender: addressGroup(ip) };
  return { ...unknown.open(holder, { giveWay: () => reject(unknownBusy()) }), displaced: promise };
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
