import { type Assumption, type Self, selfSchema, type Visit } from './assumptions/assumption.ts';
import { memberAssumptions } from './assumptions/of-members.ts';
import { addressAssumptions } from './assumptions/of-addresses.ts';
import { itemSchema, pageSchema, visitorAssumptions } from './assumptions/of-visitors.ts';
import { z } from 'zod';
import { parse, rest } from '../../../wire/portal-examination/read-portal.ts';
import type { RequestPortal } from '../../../wire/portal-examination/request.ts';

/** What a portal does where this product relies on it (docs/portals.md#assumptions). */
export interface AssumptionResult {
  assumption: string;
  /** `unknown`: this portal does not show it. */
  outcome: 'holds' | 'differs' | 'unknown';
  /** What the portal did; empty where it did what is assumed. */
  found: string;
}

/**
 * Compares a portal with what this product, and the stand-ins of its tests, assume about portals. It only reads, and needs no account;
 * docs/portals.md lists what only an account can check.
 *
 * @param address of the portal, without `/sharing/rest`
 * @param token of a member, to check also what only members see
 */
export async function checkAssumptions(
  ask: RequestPortal,
  address: string,
  token = '',
): Promise<AssumptionResult[]> {
  const root = rest(address);
  const self = parse(selfSchema, (await ask(`${root}/portals/self?f=json`)).text) ?? {};
  const visit: Visit = { ask, address, root, self, service: await findService(ask, root, self), token };
  const results: AssumptionResult[] = [];
  // One after the other: a portal is not to take this for an attack.
  for (const one of [...visitorAssumptions, ...addressAssumptions, ...(token ? memberAssumptions : [])])
    results.push(await resultOf(one, visit));
  return results;
}

async function resultOf(
  { text: assumption, skip, check }: Assumption,
  visit: Visit,
): Promise<AssumptionResult> {
  const failed = (cause: unknown) => (cause as Error).message;
  const why = await Promise.resolve(skip?.(visit)).catch(failed);
  if (why !== undefined) return { assumption, outcome: 'unknown', found: why };
  const found = await check(visit).catch(failed);
  return { assumption, outcome: found === undefined ? 'holds' : 'differs', found: found ?? '' };
}

/** One line for each assumption. */
export function assumptionLines(results: readonly AssumptionResult[]): string[] {
  const marks = { holds: 'as assumed', differs: 'DIFFERS   ', unknown: 'not seen  ' };
  return results.map(
    ({ assumption, outcome, found }) => `${marks[outcome]}  ${assumption}${found && `: ${found}`}`,
  );
}

async function findService(ask: RequestPortal, root: string, { id }: Self): Promise<string | undefined> {
  const q = `type:"Feature Service" AND access:public${id ? ` AND orgid:${id}` : ''}`;
  const response = await ask(`${root}/search?${new URLSearchParams({ f: 'json', q, num: '1' })}`).catch(
    () => undefined,
  );
  const page = parse(pageSchema.extend({ results: z.array(itemSchema) }), response?.text ?? '');
  return page?.results[0]?.url ?? undefined;
}
