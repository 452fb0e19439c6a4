import type { IncomingHttpHeaders } from 'node:http';
import { type TrialSignIn, trialHeader, trialSignInSchema } from '../../../../wire/administration.ts';

/** The token endpoint of a portal, as far as a trial sign-in needs it. */
export interface TrialTokens {
  grant(
    parameters: Record<string, string>,
    agent: string | undefined,
  ): Promise<{ access_token: string; username: string; refresh_token?: string | undefined }>;
  revoke(token: string, appId: string): Promise<void>;
}

/** The sign-in that a request carries; undefined: none, or not a valid one. */
export function readTrial(headers: IncomingHttpHeaders): TrialSignIn | undefined {
  const given = headers[trialHeader];
  if (typeof given !== 'string') return undefined;
  try {
    return trialSignInSchema.parse(JSON.parse(Buffer.from(given, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/**
 * Exchanges the code of a trial for a token, which is revoked afterwards: the trial opens no session.
 * @throws MappingError with the portal's refusal (below 500), `membership:portal-unreachable` (503)
 */
export async function withTrial<Result>(
  tokens: TrialTokens,
  trial: TrialSignIn,
  { appId, agent }: { appId: string; agent: string | undefined },
  use: (granted: { token: string; username: string }) => Promise<Result>,
): Promise<Result> {
  const granted = await tokens.grant(
    {
      grant_type: 'authorization_code',
      client_id: appId,
      code: trial.code,
      redirect_uri: trial.redirectUri,
      code_verifier: trial.codeVerifier,
    },
    agent,
  );
  try {
    return await use({ token: granted.access_token, username: granted.username });
  } finally {
    await tokens.revoke(granted.refresh_token ?? granted.access_token, appId).catch(() => undefined);
  }
}
