import { isIPv6 } from 'node:net';
import { countAct } from '../../audit/audit-store.ts';
import type { Account } from './account-store.ts';
import type { PortalContext } from '../operation.ts';

/**
 * Writes the audit line of a sign-in, or of a try that failed: one a minute for an account and address, however often it is
 * tried. Tries of names that are no account share one line an address, so that made-up names do not fill the log.
 * @param account undefined: there is no such account
 */
export async function recordSignIn(
  { database, now, portal }: Pick<PortalContext, 'database' | 'now' | 'portal'>,
  outcome: 'signed-in' | 'sign-in-failed',
  { account, address }: { account: Account | undefined; address: string },
): Promise<void> {
  await countAct(
    database,
    {
      organisation: null,
      orgId: account?.orgId ?? portal.id,
      actor: outcome === 'signed-in' ? (account?.username ?? '') : '',
      act: `person.${outcome}`,
      subject: account?.username ?? '',
      detail: { address: networkOf(address) },
    },
    now(),
  );
}

/** An IPv4 address, or the /64 network that one IPv6 connection has to itself. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
