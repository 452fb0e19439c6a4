import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakePerson {
  username: string;
  orgId?: string;
  groups?: string[];
  /** What each group says besides its id. */
  aboutGroups?: object;
}

/**
 * A portal that only resolves tokens: `community/self` and `portals/self` as ArcGIS answers them. The
 * authorization code `code-x` gives the token `token-x`, once.
 */
export async function startFakePortal(people: Record<string, FakePerson>, organisationId = 'org1', port = 0) {
  let calls = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      calls++;
      const form = new URLSearchParams(Buffer.concat(parts).toString());
      response.setHeader('content-type', 'application/json');
      response.setHeader('access-control-allow-origin', '*');
      response.end(JSON.stringify(answer(request.url ?? '', form)));
    });
  });
  const used = new Set<string>();
  const answer = (url: string, form: URLSearchParams) => {
    if (url === '/sharing/rest/oauth2/token') return trade(form.get('code') ?? '');
    if (url.startsWith('/sharing/rest/oauth2/authorize') && url.includes('client_id=unknown-app'))
      return { error: { code: 400, error: 'invalid_client_id', message: 'Invalid client_id', details: [] } };
    if (url.startsWith('/sharing/rest/portals/self')) return { id: organisationId, access: 'public' };
    const person = people[form.get('token') ?? ''];
    if (!person)
      return { error: { code: 498, messageCode: 'GWM_0001', message: 'Invalid token.', details: [] } };
    const { username, orgId = organisationId, groups = [], aboutGroups } = person;
    return {
      username,
      fullName: username.toUpperCase(),
      orgId,
      groups: groups.map((id) => ({ ...aboutGroups, id })),
    };
  };
  const trade = (code: string) => {
    const token = code.replace(/^code-/, 'token-');
    const person = people[token];
    if (!person || used.has(code))
      return {
        error: { code: 400, error: 'invalid_grant', message: 'Invalid authorization code', details: [] },
      };
    used.add(code);
    return { access_token: token, expires_in: 1800, username: person.username, refresh_token: `r-${token}` };
  };
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}
