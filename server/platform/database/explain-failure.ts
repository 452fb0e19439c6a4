import { MappingError } from '../../../wire/errors.ts';
import { refusal } from '../../../wire/refusals.ts';
import { quotaAmounts, quotaExceeded, type QuotaScope } from '../../../wire/quota.ts';
import { limits } from '../../limits.ts';
import { isOutcomeUnknown } from './commit-outcome.ts';

/** SQLSTATE of the quota triggers (`migrations/0001-release-0-1-0/quotas.ts`). */
const exceeded = 'MQ001';

/** SQLSTATE of the trigger that counts new words of items (`migrations/0001-release-0-1-0/items.ts`). */
const manyWords = 'MQ002';

/** Id of the error where a reference leads to nothing. */
export const referenceGone = 'database:reference-gone';

/** The message for a transaction that exceeded a quota, or another limit of what is stored; undefined for every other error. */
export function explainQuota(error: unknown): MappingError | undefined {
  const { code, detail } = error as { code?: unknown; detail?: unknown };
  if (code === manyWords)
    // As other quotas, and not 429, after which clients repeat a change at once and say that the portal is busy.
    return refusal(
      'quota:new-words',
      `Within an hour, the items of one user may have ${limits.newWordsPerHour} words that no item had before. Nothing was saved; try again later.`,
      'many-new-words',
      { most: limits.newWordsPerHour },
      { status: 409 },
    );
  if (code !== exceeded || typeof detail !== 'string') return undefined;
  const { scope, what, used, most } = JSON.parse(detail) as {
    scope: QuotaScope;
    what: string;
    used: number;
    most: number;
  };
  const amount = quotaAmounts.find((each) => each === what);
  return amount && quotaExceeded(scope, amount, { used, most });
}

/**
 * SQLSTATE of a server that is starting, stopping or out of connections, of lost connections, and of a write on a server that
 * is no longer, or not yet, the primary.
 */
const away = /^(57P0[1-3]|08\w{3}|53300|25006)$/;
/** SQLSTATE of timeouts of locks, statements and transactions, of a deadlock, and of a server without memory or room for locks. */
const tooBusy = /^(55P03|57014|25P0[34]|40P01|53200)$/;
/** SQLSTATE of a full disk. */
const full = '53100';
/** SQLSTATE of a text with NUL, by itself and as an escape in JSON. */
const unstorable = /^22(021|P05)$/;
/** SQLSTATE of a reference to a row that another request has deleted meanwhile. */
const gone = '23503';
/** SQLSTATE of a program limit, such as that of the words by which an item is found (`tsvector`). */
const overLimit = '54000';
const lost =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Messages for temporary failures that are not the client's mistake: the database is unavailable, a disk is full or a quota
 * is used up. Nothing was saved, since every save is one transaction or one file that only counts when it is
 * complete; except where the answer to the commit was lost (`outcomeUnknown`), or the request had saved something before (`Budget`).
 * @returns undefined for every other error
 */
export function explainFailure(error: unknown): MappingError | undefined {
  if (isOutcomeUnknown(error)) return error;
  const { code, message, isAxiosError } = error as {
    code?: unknown;
    message?: string;
    isAxiosError?: boolean;
  };
  if (code === full || code === 'ENOSPC' || code === 'EDQUOT') {
    return new MappingError(
      'http:disk-full',
      'The server is out of disk space. Nothing was saved. Its operator must free some space.',
      { status: 507, cause: error },
    );
  }
  if (typeof code === 'string' && tooBusy.test(code)) {
    return new MappingError(
      'database:busy',
      'The database could not do this in time. Nothing was saved; try again in a minute.',
      { status: 503, cause: error, retryAfterSeconds: 10 },
    );
  }
  const isNetwork = typeof code === 'string' && network.has(code) && !isAxiosError;
  if (isNetwork || (typeof code === 'string' && away.test(code)) || lost.test(message ?? '')) {
    return new MappingError(
      'database:unreachable',
      'The database cannot be reached at the moment. Nothing was saved; try again in a minute.',
      { status: 503, cause: error },
    );
  }
  return explainQuota(error);
}

/** The same for the error of a request, or for what has caused it where the error itself says nothing of a failure. */
export function explainError(error: unknown): MappingError | undefined {
  // One of 502 to 504 names what is unavailable; 500 means an unforeseen error.
  if (error instanceof MappingError && error.status !== 500) return undefined;
  const { cause } = error as { cause?: unknown };
  return explainOne(error) ?? (cause === undefined ? undefined : explainOne(cause));
}

/** Also of the client's mistakes that only the database notices: a text within JSON, and the size of all texts together. */
function explainOne(error: unknown): MappingError | undefined {
  const { code, message, detail } = error as { code?: unknown; message?: string; detail?: string };
  if (typeof code === 'string' && unstorable.test(code))
    return new MappingError('http:nul-character', 'The request contains a NUL character. Remove it.', {
      status: 400,
      cause: error,
    });
  // The other way round, a deletion of what others still refer to, is unforeseen.
  if (code === gone && !detail?.includes('still referenced'))
    return new MappingError(
      referenceGone,
      'Something that this belongs to was deleted meanwhile. Nothing was saved. Reload, then try again.',
      { status: 409, cause: error },
    );
  if (code === overLimit && message?.includes('tsvector'))
    return new MappingError(
      'http:texts-too-long',
      'These texts are too long to be found by their words. Shorten them. Nothing was saved.',
      { status: 400, cause: error },
    );
  return explainFailure(error);
}
