import { limits } from '../../../limits.ts';
import type { PortalCall, rawAnswer } from '../../operation.ts';
import { saveCode } from '../code-store.ts';
import { hashOf, randomToken } from '../random-token.ts';
import { clamp } from '../sessions.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { redirectWith } from './redirect-with.ts';

/** Answers with an authorization code bound to client, address and challenge. */
export async function grantCode(
  call: PortalCall,
  request: AuthorizationRequest & { flow: 'code' },
  username: string,
): Promise<typeof rawAnswer> {
  const now = call.context.now();
  const code = randomToken();
  await saveCode(
    call.context.database,
    {
      code_hash: hashOf(code),
      client_id: request.app.clientId,
      username,
      redirect_uri: request.redirectUri,
      challenge: request.challenge,
      challenge_method: 'S256',
      expiration: clamp(request.expiration, limits.refreshTokenMinutes),
      expires_at: now + limits.authorizationCodeSeconds * 1000,
    },
    now,
  );
  return redirectWith(call, request, { code });
}
