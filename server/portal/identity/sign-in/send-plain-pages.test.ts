import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../../testing/fakes/portal-call.ts';
import { languages } from './languages.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { sendErrorPage, sendFaultPage, sendSignedOutPage } from './send-plain-pages.ts';

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

describe('the page of an error', () => {
  const pageOf = (error: MappingError) => {
    const { call, sent } = fakePortalCall({ headers: { 'accept-language': 'ru' } });
    sendFaultPage({ ...call, request: { ...call.request, id: 'r-1' } as typeof call.request }, error);
    return { sent, document: read(sent.body) };
  };

  it('has the status of the error, and the headers of the other pages', () => {
    const { sent, document } = pageOf(new MappingError('busy:signIn', 'Busy', { status: 503 }));
    expect(sent.status).toBe(503);
    expect(sent.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'DENY',
    });
    expect(document.documentElement.lang).toBe('ru');
    expect(document.querySelector('[role=alert]')?.textContent?.trim()).toBe(
      'Сервер сейчас недоступен. Повторите попытку через минуту.',
    );
  });

  it('names the id of an unexpected one, and nothing else of it', () => {
    const { sent, document } = pageOf(new MappingError('x:y', 'column "password" is missing'));
    expect(document.querySelector('main')?.textContent).toContain('r-1');
    expect(sent.body).not.toContain('password');
  });

  it('marks the words of the server as English', () => {
    const message = 'JSONP is not supported. <b>';
    const { sent, document } = pageOf(new MappingError('arcgis:no-callback', message, { status: 400 }));
    const said = document.querySelector('[role=alert] > p');
    expect([sent.status, said?.textContent, said?.getAttribute('lang')]).toEqual([400, message, 'en']);
  });

  it.each([498, 499])('is of HTTP for a token that is not valid: %d', (status) => {
    expect(pageOf(new MappingError('portal:token', 'Invalid token.', { status })).sent.status).toBe(401);
  });
});
