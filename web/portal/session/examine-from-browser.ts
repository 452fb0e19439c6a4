import { z } from 'zod';
import type { TrialSignIn } from '../../../wire/administration.ts';
import type { PortalCheckResult, PortalFinding } from '../../../wire/portal-check.ts';
import { checkPortal, readAccount } from '../../../wire/portal-examination/check-portal.ts';
import { findPortalNear, parse, rest } from '../../../wire/portal-examination/read-portal.ts';
import { type RequestPortal, UnreachablePortal } from '../../../wire/portal-examination/request.ts';
import { respondsUnread } from './browser-access.ts';

/** Timeout in milliseconds. */
const timeout = 15_000;

/**
 * Requests a portal as a page does, without the session of this or any other site.
 * @param origin of the page
 */
export const browserRequest =
  (origin: string): RequestPortal =>
  async (address, { form } = {}) => {
    const options = { credentials: 'omit', cache: 'no-store' } as const;
    try {
      const response = await fetch(address, {
        ...options,
        signal: AbortSignal.timeout(timeout),
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      });
      const headers = new Headers(response.headers);
      // Browsers do not show this header to pages; without it, the page would not have the response.
      headers.set('access-control-allow-origin', origin);
      return { status: response.status, headers, text: await response.text() };
    } catch (cause) {
      const { host } = new URL(address);
      const finding: PortalFinding = (await respondsUnread(address))
        ? { code: 'no-browser-access', values: { origin, reason: 'no header' } }
        : { code: 'unreachable', values: { host, reason: String(cause) } };
      throw new UnreachablePortal(finding, cause);
    }
  };

/** Portal settings that are not saved. `address` is without `/sharing/rest`, `origin` that of this page. */
interface UnsavedSettings {
  origin: string;
  address: string;
  appId: string;
  organisationId: string;
  adminGroupId: string;
}

type BrowserCheck = Pick<PortalCheckResult, 'findings' | 'organisationId' | 'groups'>;

/**
 * Checks a portal from this page, where the server has no connection to it. With a trial sign-in, the page
 * exchanges its code for a token, which shows that the portal knows the application and who has signed in,
 * and is revoked at once.
 */
export async function examineFromBrowser(
  settings: UnsavedSettings,
  trial?: TrialSignIn,
): Promise<BrowserCheck> {
  const { address, appId, origin } = settings;
  const ask = browserRequest(origin);
  const check = async (token?: string): Promise<BrowserCheck> => {
    const account = token === undefined ? undefined : await readAccount(ask, address, token);
    const redirects = trial && account ? [trial.redirectUri] : [];
    const portal = { ...settings, redirects, origins: [origin], account };
    const { findings, organisationId } = await checkPortal(ask, portal, { signIns: redirects });
    return {
      findings: await withSuggestion(findings, { ask, address, origin }),
      ...(organisationId !== undefined && { organisationId }),
      ...(account && { groups: account.groups }),
    };
  };
  if (!trial) return check();
  const granted = await exchange(ask, { address, appId, trial });
  if ('refusal' in granted) {
    const checked = await check();
    const refused = { code: 'sign-in-refused' as const, values: { reason: granted.refusal } };
    return { ...checked, findings: [...checked.findings, refused] };
  }
  try {
    return await check(granted.access_token);
  } finally {
    const auth_token = granted.refresh_token ?? granted.access_token;
    const form = { f: 'json', client_id: appId, auth_token };
    await ask(`${rest(address)}/oauth2/revokeToken`, { form }).catch(() => undefined);
  }
}

const grantedSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
});

const refusedSchema = z.object({ error: z.object({ message: z.string() }) });

async function exchange(
  ask: RequestPortal,
  { address, appId, trial }: { address: string; appId: string; trial: TrialSignIn },
): Promise<z.infer<typeof grantedSchema> | { refusal: string }> {
  const { code, codeVerifier, redirectUri } = trial;
  const form = {
    f: 'json',
    grant_type: 'authorization_code',
    client_id: appId,
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  };
  const { text } = await ask(`${rest(address)}/oauth2/token`, { form });
  return (
    parse(grantedSchema, text) ?? {
      refusal: parse(refusedSchema, text)?.error.message ?? text.slice(0, 100),
    }
  );
}

/** A URL whose responses pages may not read may be a page of the portal. */
async function withSuggestion(
  findings: PortalFinding[],
  { ask, address, origin }: { ask: RequestPortal; address: string; origin: string },
): Promise<PortalFinding[]> {
  if (findings.length !== 1 || findings[0]?.code !== 'no-browser-access') return findings;
  const suggestion = await findPortalNear(ask, address, origin);
  return suggestion ? [{ code: 'page-of-portal', values: { address, suggestion } }] : findings;
}
