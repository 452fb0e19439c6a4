import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { browserSignsWithPasskeys, signWithPasskey } from '../../../portal/accounts/passkeys.ts';
import { loadSecondFactor, type Proof } from '../../../portal/accounts/second-factor.ts';
import { portalKeys } from '../../../portal/query-keys.ts';

/** The second factor that a change of the account is confirmed with, besides the password. */
export interface ConfirmingFactor {
  /** Whether the form asks for a code. */
  asksCode: boolean;
  /** Completes what was typed into the form; a passkey is used now. */
  prove: (typed: { password: string; code: string }) => Promise<Proof>;
}

/** Accounts with passkeys and no authenticator app use a passkey, and after it failed a recovery code. */
export function useSecondFactor(username: string): ConfirmingFactor {
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const [hasFailed, setFailed] = useState(false);
  const { data } = useQuery({
    queryKey: portalKeys(connection).secondFactor(username),
    queryFn: ({ signal }) => loadSecondFactor(connection, username, signal),
    enabled: portal?.accountSecondFactor === true,
  });
  const isOn = data?.enabled === true;
  const byPasskey = isOn && !data.app && !hasFailed && browserSignsWithPasskeys();
  return {
    asksCode: isOn && !byPasskey,
    async prove({ password, code }) {
      if (!byPasskey) return isOn ? { password, code } : { password };
      try {
        return { password, assertion: await signWithPasskey(connection, username) };
      } catch (error) {
        setFailed(true);
        throw error;
      }
    },
  };
}
