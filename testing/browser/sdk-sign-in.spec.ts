import { expect } from '@playwright/test';
import { open, run, test } from './sdk-steps.ts';
import { fillSignIn } from './steps.ts';

test('OAuth 2: sign-in, redirect and sign-out', { tag: '@long' }, async ({ page, application, baseURL }) => {
  // The demo's registered redirect address, served by the test's application here.
  await page.route(/\/demo\/signed-in/, (route) => route.continue({ url: `${application}/` }));
  await page.route(/\/modules\//, (route) =>
    route.continue({ url: application + new URL(route.request().url()).pathname }),
  );
  // Requests after a redirect cannot be intercepted, so a page redirects back from the sign-in page.
  await page.route(/oauth2\/(authorize|signin)/, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const next = response.headers()['location'];
    if (!next) return route.fulfill({ response });
    const body = `<meta http-equiv="refresh" content="0;url=${next.replaceAll('&', '&amp;')}">`;
    return route.fulfill({ contentType: 'text/html', body });
  });
  const start = `${baseURL}/demo/signed-in`;
  await open(page, start);
  const register = async ({ IdentityManager, OAuthInfo, portalUrl }: any) => {
    IdentityManager.registerOAuthInfos([new OAuthInfo({ appId: 'mapping-demo', portalUrl, popup: false })]);
  };
  await run(page, register, undefined);
  expect(
    await run(
      page,
      async ({ IdentityManager, restUrl }) => {
        const status = await IdentityManager.checkSignInStatus(restUrl).catch((error: any) => error.name);
        // This leaves the page, so there is nothing to wait for.
        void IdentityManager.getCredential(restUrl);
        return status;
      },
      undefined,
    ),
  ).toBe('identity-manager:not-authenticated');

  await fillSignIn(page, 'ada');
  await page.waitForURL((url) => url.pathname === '/demo/signed-in' && url.searchParams.has('code'));
  await page.waitForFunction(() => 'sdk' in globalThis);
  await run(page, register, undefined);
  const signedIn = await run(
    page,
    async ({ IdentityManager, Portal, restUrl }) => {
      const credential = await IdentityManager.checkSignInStatus(restUrl);
      const portal = new Portal();
      await portal.load();
      return {
        user: portal.user.username,
        token: credential.token as string,
        search: location.search,
        access: (await IdentityManager.checkAppAccess(restUrl, 'mapping-demo')).viewOnly,
      };
    },
    undefined,
  );
  expect(signedIn).toMatchObject({ user: 'ada', search: '' });

  const revoked = page.waitForResponse(/oauth2\/revokeToken/);
  await run(page, async ({ IdentityManager }) => IdentityManager.destroyCredentials(), undefined);
  expect(await (await revoked).json()).toEqual({ success: true });
  const answer = await page.request.get('/portal/sharing/rest/portals/self', {
    params: { f: 'json', token: signedIn.token },
  });
  expect(await answer.json()).toMatchObject({ error: { code: 498 } });
});
