import type { MappingError } from './errors.ts';
import { refusal } from './refusals.ts';

/** What is counted, per user and per organisation. */
export const quotaAmounts = ['bytes', 'items', 'features', 'sharedMaps', 'uploadSeconds'] as const;
export type QuotaAmount = (typeof quotaAmounts)[number];
export type QuotaScope = 'person' | 'organisation';
/** A number per amount; upload seconds are today's (UTC). */
export type QuotaNumbers = Readonly<Record<QuotaAmount, number>>;

/** A user's usage and quota. */
export interface StorageResponse {
  used: QuotaNumbers;
  most: QuotaNumbers;
  /** The largest items, largest first. */
  largest: { id: string; title: string; type: string; bytes: number; features: number }[];
}

/** The same for an organisation, with its users, largest first. */
export interface OrganisationStorageResponse extends Omit<StorageResponse, 'largest'> {
  people: { username: string; bytes: number; items: number; features: number }[];
}

const whose = { person: 'Your content', organisation: 'The content of your organisation' } as const;
const cure = {
  person: 'Delete what you no longer need, or ask an administrator for more room.',
  organisation: 'Delete what is no longer needed, or ask the operator of the server for more room.',
} as const;

/**
 * A request exceeds the rest of a quota.
 * @param used without the request; bytes and seconds as counted
 */
export function quotaExceeded(
  scope: QuotaScope,
  amount: QuotaAmount,
  { used, most }: { used: number; most: number },
): MappingError {
  const values = { used: shown(amount, used), most: shown(amount, most) };
  const share = `${values.used} of ${values.most}`;
  const sentences: Readonly<Record<QuotaAmount, string>> = {
    bytes: `${whose[scope]} takes ${share} GB, and this needs more than is left. ${cure[scope]}`,
    items: `${whose[scope]} has ${share} items, and this needs more than are left. ${cure[scope]}`,
    features: `${whose[scope]} has ${share} features, and this needs more than are left. ${cure[scope]}`,
    sharedMaps: `There are ${share} shared maps. Revoke links that are no longer used, then try again.`,
    uploadSeconds: `Reading today’s files took ${share} minutes. Try again tomorrow.`,
  };
  return refusal(`quota:${scope}-${amount}`, sentences[amount], `quota-${scope}-${amount}`, values, {
    status: 409,
  });
}

/** Gigabytes and minutes, for display. */
function shown(amount: QuotaAmount, count: number): number {
  if (amount === 'bytes') return gigabytes(count);
  return amount === 'uploadSeconds' ? minutes(count) : count;
}

/** With one decimal, or two digits of less than a minute: quotas may be seconds. */
function minutes(seconds: number): number {
  const exact = seconds / 60;
  return exact >= 1 ? Math.round(exact * 10) / 10 : Number(exact.toPrecision(2));
}

/** With two decimals, or two digits of less than a hundredth: quotas may be megabytes. */
function gigabytes(bytes: number): number {
  const exact = bytes / 1e9;
  if (exact >= 0.01) return Math.round(exact * 100) / 100;
  return Math.round(Number(exact.toPrecision(2)) * 1e6) / 1e6;
}
