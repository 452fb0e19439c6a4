import type { PortalCall, rawAnswer } from '../../operation.ts';
import { issueAccessToken, newSessionId } from '../sessions.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { redirectWith } from './redirect-with.ts';

/** Answers with an access token in the fragment: for clients from before the code flow. There is no refresh token. */
export async function grantImplicit(
  call: PortalCall,
  request: AuthorizationRequest & { flow: 'implicit' },
  username: string,
): Promise<typeof rawAnswer> {
  const now = call.context.now();
  const { token, expiresAt } = await issueAccessToken(
    call.context.database,
    {
      username,
      clientId: request.app.clientId,
      sessionId: newSessionId(),
      agent: call.request.headers['user-agent'],
    },
    { now, minutes: request.expiration },
  );
  return redirectWith(call, request, {
    access_token: token,
    expires_in: String(Math.floor((expiresAt - now) / 1000)),
    username,
    ssl: 'false',
  });
}
