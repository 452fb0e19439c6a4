import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import {
  answerTo,
  assertionXml,
  identityMetadata,
  pem,
  readSamlRequest,
  responseXml,
  sign,
} from '../fakes/saml/response.ts';
import { openSignIn, signIn, test, tokenOf } from './steps.ts';

/** A SAML provider whose page has one button, to sign in as Lin. */
async function startProvider() {
  const server = createServer((request, response) => {
    // Browsers ask for an icon, too.
    if (!request.url?.startsWith('/sso?')) return void response.writeHead(404).end();
    const sent = readSamlRequest(`http://localhost${request.url}`);
    const statements = answerTo(sent, Date.now(), 'https://login.esil.example');
    const attributes = { uid: ['lin'], displayName: ['Lin Öz'] };
    const xml = responseXml(statements, sign(assertionXml({ ...statements, attributes }), 'Assertion'));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Esil login</title><form method="post" action="${sent.consumer}">
      <input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}">
      <button>Sign in as Lin</button></form>`);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://localhost:${port}/sso`, stop: () => server.close() };
}

test(
  'an administrator connects a SAML provider, and a member signs in there',
  { tag: '@long' },
  async ({ page }) => {
    const provider = await startProvider();
    try {
      await page.goto('/esil/administration?page=settings');
      await signIn(page, 'hedy');
      const section = page.getByRole('region', { name: 'Sign-in with an identity provider' });
      await section.getByRole('combobox', { name: 'Protocol' }).click();
      await page.getByRole('option', { name: 'SAML 2.0' }).click();
      const metadata = identityMetadata('https://login.esil.example', provider.address, [
        pem('provider.cert'),
      ]);
      await section.getByRole('textbox', { name: 'Metadata of the provider' }).fill(metadata);
      await section.getByRole('button', { name: 'Read the metadata' }).click();
      await expect(section.getByRole('textbox', { name: 'Sign-in URL' })).toHaveValue(provider.address);
      await section.getByRole('textbox', { name: 'Name on the sign-in page' }).fill('Esil login');
      await section.getByRole('textbox', { name: 'Attribute for usernames' }).fill('uid');
      await section.getByRole('button', { name: 'Save and check' }).click();
      await expect(section.getByText(/^Saved\./)).toBeVisible();

      await page.getByRole('button', { name: /^Account: / }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await openSignIn(page);
      await page.getByRole('link', { name: 'Sign in with Esil login' }).click();
      await page.getByRole('button', { name: 'Sign in as Lin' }).click();
      await expect(page.getByRole('button', { name: 'Account: Lin Öz' })).toBeVisible();
    } finally {
      provider.stop();
      const form = { f: 'json', token: await tokenOf(page, 'hedy') };
      await page.request.post('/portal/esil/sharing/rest/portals/self/provider/delete', { form });
    }
  },
);
