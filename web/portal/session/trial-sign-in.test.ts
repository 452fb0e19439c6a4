import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakePage } from '../../../testing/web/fake-page.ts';
import { prepareTrial, returnTrialCode } from './trial-sign-in.ts';

async function begin() {
  const opened: URL[] = [];
  const { page } = fakePage('https://maps.example/demo/administration');
  Object.assign(page, { open: (address: string) => void opened.push(new URL(address)) });
  const options = { portalUrl: 'https://new.example/arcgis/', appId: 'new-app', organisation: 'demo' };
  const trial = await prepareTrial({ ...options, locale: 'nl', page });
  onTestFinished(trial.end);
  trial.open();
  return { trial, requested: opened[0]! };
}

/** The popup window after the portal's redirect. */
function comeBack(parameters: Record<string, string>) {
  const query = new URLSearchParams(parameters);
  const { page } = fakePage(`https://maps.example/demo/signed-in?${query}`);
  let closed = false;
  Object.assign(page, { close: () => (closed = true) });
  return { isTrial: returnTrialCode(page), closed };
}

describe('a trial sign-in', () => {
  it('requests a code with PKCE from the new portal, and passes it on with its verifier', async () => {
    const { trial, requested } = await begin();
    expect(`${requested.origin}${requested.pathname}`).toBe(
      'https://new.example/arcgis/sharing/rest/oauth2/authorize',
    );
    const { state = '', code_challenge: challenge, ...sent } = Object.fromEntries(requested.searchParams);
    expect(sent).toEqual({
      client_id: 'new-app',
      response_type: 'code',
      redirect_uri: 'https://maps.example/demo/signed-in',
      code_challenge_method: 'S256',
      locale: 'nl',
    });
    expect(comeBack({ state: `${state}x`, code: 'of another trial' }).isTrial).toBe(true);
    expect(comeBack({ state, code: 'c1' })).toEqual({ isTrial: true, closed: true });
    const { code, codeVerifier, redirectUri } = await trial.code;
    expect([code, redirectUri]).toEqual(['c1', 'https://maps.example/demo/signed-in']);
    expect(createHash('sha256').update(codeVerifier).digest('base64url')).toBe(challenge);
  });

  it('reports that the user cancelled at the portal', async () => {
    const { trial, requested } = await begin();
    comeBack({ state: requested.searchParams.get('state') ?? '', error: 'access_denied' });
    await expect(trial.code).rejects.toMatchObject({ id: 'session:cancelled' });
  });

  it('is separate from the callback of an ordinary sign-in', () => {
    expect(comeBack({ state: '{"id":"abc"}', code: 'c' })).toEqual({ isTrial: false, closed: false });
  });
});
