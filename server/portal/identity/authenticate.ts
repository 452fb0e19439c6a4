import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { countAct } from '../../platform/audit/audit-store.ts';
import { addressGroup, isThisComputer } from '../../platform/budgets/address-group.ts';
import { asBookkeeping } from '../../platform/database/current-work.ts';
import type { PortalContext } from '../operation.ts';
import { unassigned } from '../organisation/portal-organisation-store.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { type Account, findAccount, noteSignIn, renewPasswordHash } from './account-store.ts';
import { findKnownNetwork, knownNetworksOf, noteKnownNetwork } from './known-network-store.ts';
import { hashOfPassword, isOutdated, isPasswordOf, isSameHash } from './password.ts';
import type { StampedAccount } from './security-stamp-store.ts';
import { takeOfNetworks, waitOfNetworks } from './try-limiter-store.ts';

export type Authentication =
  | (SignedIn & {
      /** The remaining step of the sign-in: a code, or adding the authenticator app that the organisation requires. */
      pending?: 'code' | 'enrolment';
    })
  | { refused: 'wrong' }
  | { refused: 'wait'; seconds: number };

/**
 * Verifies a username and password. Unknown, disabled and wrong are answered in the same way and time, so
 * that existing accounts are not revealed; a user of another organisation than that of the address (or
 * `orgId`) counts as wrong too. Every attempt that is checked counts for the account and address
 * (`limits.signInTriesPerMinute`) and for the account (`limits.accountTriesPerHour`), and adds an audit log entry; a failed one counts
 * for the networks of the address (`limits.networkTriesPerHour`). With `pending` the user is not signed in yet: the caller asks for
 * what is missing, and then calls `noteSignedIn`.
 * @throws MappingError `busy:passwords` (503): it was not checked
 */
export async function authenticate(
  context: PortalContext,
  credentials: Credentials,
): Promise<Authentication> {
  const username = credentials.username.trim();
  const account = username.includes('\0') ? undefined : await findAccount(context.database, username);
  const result = await check(context, credentials, account);
  const { address } = credentials;
  if ('refused' in result) await recordSignIn(context, 'sign-in-failed', { account, address });
  else if (!result.pending) await noteSignedIn(context, result, credentials);
  return result;
}

/** Who has signed in, and under which security stamp: what the sign-in stores is stored by `storeForSignIn`. */
export interface SignedIn extends StampedAccount {
  orgId: string;
  /** When they signed in at an identity provider, in epoch milliseconds; 0: it does not say; null: here and now. */
  authenticatedAt?: number | null;
}

/**
 * Records a complete sign-in, and notifies the user of one with a new browser. Scripts and desktop programs have no cookie: they are
 * known by their network, so that those that sign in every minute cause no notices. A repeated sign-in is recorded again.
 */
export async function noteSignedIn(
  context: PortalContext,
  account: Pick<Account, 'username' | 'orgId'>,
  source: SignInSource,
): Promise<void> {
  await asBookkeeping(() => saveSignIn(context, account, source));
}

async function saveSignIn(
  context: PortalContext,
  account: Pick<Account, 'username' | 'orgId'>,
  { address, agent = '', app, knownBrowser }: SignInSource,
): Promise<void> {
  const { database, now } = context;
  const { username, orgId } = account;
  const isKnown =
    knownBrowser === undefined
      ? (await findKnownNetwork(database, username, address, now())) !== undefined
      : knownBrowser !== false;
  await noteSignIn(database, username, now());
  await noteKnownNetwork(database, username, address, now());
  await recordSignIn(context, 'signed-in', { account, address });
  if (isKnown) return;
  const shown = agent.slice(0, limits.agentCharacters);
  const detail = { address: addressGroup(address), agent: shown, ...(app !== undefined && { app }) };
  const act = { act: 'person.new-browser', subject: username, orgId, detail };
  await recordPortalAct(database, username, act, now());
}

/** Where a sign-in comes from. */
export interface SignInSource {
  address: string;
  /** The client's `User-Agent`. */
  agent?: string | undefined;
  /** Title of the application. */
  app?: string | undefined;
  /**
   * Id of a browser with which the account has signed in before, or of a session of it: others' attempts do not block it. False for
   * another browser, undefined for clients that are not known by a cookie.
   */
  knownBrowser?: string | false | undefined;
}

interface Credentials extends SignInSource {
  username: string;
  password: string;
  /** The organisation the user must belong to; any when absent. */
  orgId?: string | null;
  /** The network of the address (`findKnownNetwork`) if the account has signed in from it before: likewise. */
  knownNetwork?: string | undefined;
}

async function check(
  context: PortalContext,
  credentials: Credentials,
  account: Account | undefined,
): Promise<Authentication> {
  const username = credentials.username.trim();
  const seconds = isCountedForNetwork(credentials)
    ? await waitOfNetworks(context.networkTries, ofNetwork, credentials.address)
    : 0;
  if (seconds > 0) return { refused: 'wait', seconds };
  const { database, now } = context;
  const knownNetwork = await findKnownNetwork(database, account?.username, credentials.address, now());
  const tries = await countTry(context, { ...credentials, knownNetwork });
  // Not counted for the network: nothing was checked, and one program that repeats an old password would block all its neighbours.
  if ('seconds' in tries) return { refused: 'wait', seconds: tries.seconds };
  const password = credentials.password.slice(0, 1025);
  const verified = await tries.unlessBusy(async () => {
    const right = await isPasswordOf(context, username, password, account?.passwordHash);
    const allowed = right && !account?.disabled && mayEnter(context, account?.orgId, credentials.orgId);
    return allowed ? withCurrentCost(context, account, password) : undefined;
  });
  // Read again, also for unknown names: the check takes a while, and what has changed meanwhile counts.
  const current = await findAccount(context.database, account?.username ?? '');
  const counts = verified !== undefined && isSameHash(verified, current?.passwordHash);
  if (!counts || !current || current.disabled) {
    if (isCountedForNetwork(credentials))
      await takeOfNetworks(context.networkTries, ofNetwork, credentials.address);
    return { refused: 'wrong' };
  }
  await tries.clear();
  const { username: name, orgId, securityStamp } = current;
  const signedIn = { username: name, orgId, securityStamp };
  if (current.secondFactor) return { ...signedIn, pending: 'code' };
  const organisation = await context.organisations.byId(orgId);
  return { ...signedIn, ...(organisation?.requireSecondFactor && { pending: 'enrolment' }) };
}

/** What failed attempts of a network are counted by. */
const ofNetwork = 'failed sign-ins';

/**
 * Not for a known browser, which tries a few names only: others in its network do not block it. Not for this computer: a proxy on it
 * that `TRUST_PROXY` does not name hides all clients behind one address.
 */
function isCountedForNetwork({ address, knownBrowser }: Credentials): boolean {
  return !knownBrowser && !isThisComputer(address);
}

/** The hash of a verified password, which is stored again where it was made at another cost. */
async function withCurrentCost(
  context: PortalContext,
  account: Account | undefined,
  password: string,
): Promise<string | undefined> {
  const from = account?.passwordHash;
  if (!account || !from || !isOutdated(from)) return from ?? undefined;
  const to = await hashOfPassword(context, password);
  const renewed = await asBookkeeping(() =>
    renewPasswordHash(context.database, account.username, { from, to }),
  );
  return renewed ? to : undefined;
}

/** A counted attempt. */
interface CountedTry {
  /**
   * Checks the password. The attempt is counted before, so that concurrent ones are not more than allowed, and given back if it is
   * refused because the server is busy: otherwise who signs in at a busy hour would be locked out by attempts that nobody has checked.
   */
  unlessBusy: <Result>(check: () => Promise<Result>) => Promise<Result>;
  /** Forgets the attempts, after a success. */
  clear: () => Promise<void>;
}

/**
 * Counts an attempt with a password, for the account and address, and for the account. Each known browser and each session counts for
 * itself: in one of them may be someone else who knew the password.
 * @returns seconds to wait, or the attempt
 */
export async function countTry(
  { signInTries, accountTries }: Pick<PortalContext, 'signInTries' | 'accountTries'>,
  { username, address, knownBrowser, knownNetwork }: Omit<Credentials, 'password' | 'orgId'>,
): Promise<{ seconds: number } | CountedTry> {
  const name = username.trim().toLowerCase().slice(0, 200);
  const whose = knownBrowser ? `known ${knownBrowser} ${name}` : accountKey(name);
  // Known browsers apart: others behind the same address must not keep the user out of them.
  const here = `${whose} ${addressGroup(address)}`;
  const account = knownBrowser || knownNetwork === undefined ? whose : networkKey(knownNetwork);
  const seconds = (await signInTries.take(here)) || (await accountTries.take(account));
  if (seconds > 0) return { seconds };
  return {
    async unlessBusy(check) {
      try {
        return await check();
      } catch (error) {
        if (error instanceof MappingError && error.id === 'busy:passwords')
          await Promise.allSettled([signInTries.giveBack(here), accountTries.giveBack(account)]);
        throw error;
      }
    },
    clear: async () => {
      await signInTries.clear(here);
      await accountTries.clear(account);
    },
  };
}

/** Lets an account that was blocked by failed attempts sign in again: its password was replaced, which ended its known browsers. */
export async function unblockAccount(
  { accountTries, database }: Pick<PortalContext, 'accountTries' | 'database'>,
  username: string,
): Promise<void> {
  const name = username.toLowerCase();
  const networks = await knownNetworksOf(database, username);
  const keys = [accountKey(name), ...networks.map(networkKey)];
  await Promise.all(keys.map((key) => accountTries.clear(key)));
}

// Each key begins with its kind, so that no text that is typed as a username is a key of another kind.
function accountKey(name: string): string {
  return `account ${name}`;
}

function networkKey(knownNetwork: string): string {
  return `network ${knownNetwork}`;
}

/** Whether a user of an organisation may sign in at the address, and for an application of `wanted`. */
export function mayEnter(
  { address, portal }: PortalContext,
  orgId: string | undefined,
  wanted: string | null | undefined,
): boolean {
  if (orgId === undefined || orgId === unassigned) return false;
  if (address !== '' && orgId !== portal.id) return false;
  return wanted === null || wanted === undefined || orgId === wanted;
}

/**
 * Logs a sign-in, or a failed attempt: one entry a minute for an account and address, however many attempts.
 * Attempts with unknown names share one entry per address, so that made-up names do not fill the log.
 * @param account undefined: unknown
 */
export async function recordSignIn(
  { database, now, portal }: Pick<PortalContext, 'database' | 'now' | 'portal'>,
  outcome: 'signed-in' | 'sign-in-failed',
  {
    account,
    address,
    reason,
  }: {
    account: Pick<Account, 'username' | 'orgId'> | undefined;
    address: string;
    /** Why an identity provider's response was refused. */
    reason?: string | undefined;
  },
): Promise<void> {
  await countAct(
    database,
    {
      organisation: null,
      orgId: account?.orgId ?? portal.id,
      actor: outcome === 'signed-in' ? (account?.username ?? '') : '',
      act: `person.${outcome}`,
      subject: account?.username ?? '',
      detail: { address: addressGroup(address), ...(reason !== undefined && { reason }) },
    },
    now(),
  );
}
