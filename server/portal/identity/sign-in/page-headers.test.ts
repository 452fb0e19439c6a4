import { createHash } from 'node:crypto';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../../testing/fakes/portal-call.ts';
import { html } from '../../../platform/http/html.ts';
import { layout } from './layout.ts';
import { languages } from './languages.ts';
import { setPageHeaders } from './page-headers.ts';

/** Directives of Content-Security-Policy by name. */
function policyOf(header: string): Record<string, string[]> {
  const directives = header.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}

function headersFor(redirectUri?: string, publicUrl?: string) {
  const { call, sent } = fakePortalCall({ publicUrl });
  sent.headers['access-control-allow-origin'] = 'https://evil.example';
  sent.headers['access-control-allow-credentials'] = 'true';
  setPageHeaders(call, redirectUri);
  return { headers: sent.headers, policy: policyOf(sent.headers['content-security-policy'] ?? '') };
}

describe('headers of the sign-in pages', () => {
  it('allow only what the pages contain', () => {
    expect(headersFor().policy).toEqual({
      'default-src': ["'none'"],
      'style-src': [expect.stringMatching(/^'sha256-.+'$/), 'http://localhost:8080/portal/sign-in/'],
      'font-src': ["'self'"],
      'img-src': ["'self'"],
      'form-action': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
  });

  it('contain the hash of the actual stylesheet, as a browser would block another', () => {
    const [language] = languages;
    const page = layout({ language: language!, portalName: 'P', title: 'T', main: html`<h1>T</h1>` });
    const style = new JSDOM(page).window.document.querySelector('style')?.textContent ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headersFor().policy['style-src']).toContain(`'sha256-${hash}'`);
  });

  it('allow the style sheet with the font of a language, which only its pages load', () => {
    const sheetsIn = (tag: string) => {
      const language = languages.find((each) => each.tag === tag);
      const page = layout({ language: language!, portalName: 'P', title: 'T', main: html`<h1>T</h1>` });
      const links = new JSDOM(page).window.document.querySelectorAll('link[rel=stylesheet]');
      return Array.from(links, (link) => link.getAttribute('href'));
    };
    expect(sheetsIn('ja')).toEqual([
      expect.stringMatching(/^\/portal\/sign-in\/\d+\.\d+\.\d+-noto-sans-jp\.css$/),
    ]);
    expect(sheetsIn('th')).toEqual([]);
    expect(headersFor(undefined, 'https://maps.example').policy['style-src']).toContain(
      'https://maps.example/portal/sign-in/',
    );
  });

  it('keep the page out of frames, caches and the scripts of other origins', () => {
    const { headers } = headersFor('https://maps.example/cb');
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'same-origin',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each([
    ['https://maps.example:8443/cb?x=1', 'https://maps.example:8443'],
    ['http://localhost:9000/', 'http://localhost:9000'],
    ['org.example.app:/cb', 'org.example.app:'],
    ['http://[::1]:9000/cb', 'http:'],
  ])('allow the form to redirect to %s only', (redirectUri, source) => {
    expect(headersFor(redirectUri).policy['form-action']).toEqual(["'self'", source]);
  });

  it('let a popup access its opener, unless nothing is returned to it', () => {
    const policyFor = (redirectUri?: string) => headersFor(redirectUri).headers['cross-origin-opener-policy'];
    expect(policyFor('http://localhost:8080/demo/signed-in')).toBe('unsafe-none');
    expect(policyFor('https://maps.example/cb')).toBe('unsafe-none');
    expect(policyFor()).toBeUndefined();
  });
});
