import type { MappingError } from '../../../wire/errors.ts';
import { quotaAmounts, quotaExceeded, type QuotaScope } from '../../../wire/quota.ts';

/** Messages of the quota triggers (migration 0049). */
const exceeded = 'MQ001';

/** The message for a transaction that exceeded a quota; undefined for every other error. */
export function explainQuota(error: unknown): MappingError | undefined {
  const { code, detail } = error as { code?: unknown; detail?: unknown };
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
