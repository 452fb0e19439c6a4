import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { browserSignsWithPasskeys, signWithPasskey } from '../../../portal/accounts/passkeys.ts';
import { loadSecondFactor, type Proof } from '../../../portal/accounts/second-factor.ts';
import { portalKeys } from '../../../portal/query-keys.ts';

/** The second factor that a change of the account is confirmed with, besides the password. */
export interface ConfirmingFactor {
  /** Whether the form asks for a code, and whether it may be left empty. */
  code: 'required' | 'optional' | undefined;
  /** Whether it is known what the portal asks for; until then nothing is sent. */
  isKnown: boolean;
  /** Why it is not known. */
  error: Error | null;
  retry: () => void;
  /** Completes what was typed into the form; a passkey is used now. */
  prove: (typed: { password: string; code: string }) => Promise<Proof>;
}

/**
 * Accounts with passkeys and no authenticator app use a passkey; after it failed, a recovery code may be
 * typed instead.
 */
export function useSecondFactor(username: string): ConfirmingFactor {
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const [hasFailed, setFailed] = useState(false);
  const supported = portal?.accountSecondFactor === true;
  const { data, error, refetch } = useQuery({
    queryKey: portalKeys(connection).secondFactor(username),
    queryFn: ({ signal }) => loadSecondFactor(connection, username, signal),
    enabled: supported,
  });
  const isKnown = !supported || data !== undefined;
  const isOn = data?.enabled === true;
  const byPasskey = isOn && !data.app && browserSignsWithPasskeys();
  return {
    code: !isOn || (byPasskey && !hasFailed) ? undefined : byPasskey ? 'optional' : 'required',
    isKnown,
    error: isKnown ? null : error,
    retry: () => void refetch(),
    async prove({ password, code }) {
      if (!isOn) return { password };
      if (!byPasskey || code !== '') return { password, code };
      try {
        const assertion = await signWithPasskey(connection, username);
        setFailed(false);
        return { password, assertion };
      } catch (error) {
        setFailed(true);
        throw error;
      }
    },
  };
}
