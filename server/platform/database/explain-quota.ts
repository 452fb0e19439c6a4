import type { MappingError } from '../../../wire/errors.ts';
import { quotaAmounts, quotaExceeded, type QuotaScope } from '../../../wire/quota.ts';

/** What the triggers of quotas say (migration 0049). */
const exceeded = 'MQ001';

/** Words for a transaction that went beyond a quota; undefined for every other error. */
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
