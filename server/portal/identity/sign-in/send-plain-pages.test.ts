import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../../testing/fakes/portal-call.ts';
import { languages } from './languages.ts';
import { sendErrorPage, sendSignedOutPage } from './send-plain-pages.ts';

/** One window for all pages: making one takes longer than reading a page. */
const { DOMParser } = new JSDOM('').window;
const read = (body = '') => new DOMParser().parseFromString(body, 'text/html');
const hostile = { client_id: '<script>', redirect_uri: 'https://evil.example/', state: '"><img src=x>' };

describe.each(languages)('plain pages in $name', ({ tag, direction, messages }) => {
  it.each([
    ['unknown-app', messages.unknownApp],
    ['unknown-redirect', messages.unknownRedirect],
  ] as const)('the page for %s explains, links nowhere and shows nothing of the request', (reason, text) => {
    const { call, sent } = fakePortalCall({ parameters: { ...hostile, locale: tag } });
    sendErrorPage(call, reason);
    const document = read(sent.body);
    expect(sent.status).toBe(400);
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual([tag, direction]);
    expect(document.querySelector('h1')?.textContent).toBe(messages.cannotStart);
    expect(document.querySelector('[role=alert]')?.textContent?.trim()).toBe(text);
    expect(document.querySelectorAll('body a, form, script')).toHaveLength(0);
    expect(sent.body).not.toContain('evil.example');
    expect(sent.headers['content-security-policy']).toContain("form-action 'none'");
  });

  it('the page after signing out confirms it', () => {
    const { call, sent } = fakePortalCall({ parameters: { locale: tag } });
    sendSignedOutPage(call);
    const document = read(sent.body);
    expect(sent.status).toBe(200);
    expect(document.querySelector('h1')?.textContent).toBe(messages.signedOut);
    expect(document.title).toBe(`${messages.signedOut} – Mapping`);
    expect(sent.headers['cache-control']).toBe('no-store');
  });
});
