import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRedirectUri } from '../register-app.ts';
import { responseUri, formActionSource } from './authorization-request.ts';

const responses = fc.dictionary(fc.stringMatching(/^[a-z_]{1,20}$/), fc.string({ unit: 'binary' }), {
  minKeys: 1,
});
const addresses = fc.constantFrom(
  'http://localhost:8080/demo',
  'https://maps.example/cb?',
  'https://maps.example/cb?a=1&b=%2F+x',
  'https://maps.example/cb?a=1&',
  'org.example.app:/cb?x',
);

describe('response in a redirect address', () => {
  it('decodes to exactly what was given, behind the address as registered', () => {
    fc.assert(
      fc.property(addresses, responses, (address, response) => {
        const uri = responseUri(address, response, 'query');
        expect(uri.startsWith(address)).toBe(true);
        expect(uri).toMatch(/^[\x21-\x7e]+$/);
        const { searchParams, hash, origin } = new URL(uri);
        expect(hash).toBe('');
        expect(origin).toBe(new URL(address).origin);
        const own = [...new URL(address).searchParams];
        const given = Object.entries(response).map(([name, value]) => [name, value.toWellFormed()]);
        expect([...searchParams]).toEqual([...own, ...given]);
      }),
    );
  });

  it('is in the fragment in the implicit flow, with path and query unchanged', () => {
    fc.assert(
      fc.property(addresses, responses, (address, response) => {
        const url = new URL(responseUri(address, response, 'fragment'));
        const registered = new URL(address);
        expect([url.origin, url.pathname, url.search]).toEqual([
          registered.origin,
          registered.pathname,
          registered.search,
        ]);
        const decoded = Object.fromEntries(new URLSearchParams(url.hash.slice(1).replaceAll('+', '%2B')));
        expect(decoded).toEqual(
          Object.fromEntries(Object.entries(response).map(([name, value]) => [name, value.toWellFormed()])),
        );
      }),
    );
  });
});

describe('redirect addresses', () => {
  it.each([
    'http://localhost:8080/demo',
    'https://maps.example/cb?from=portal',
    'org.example.app:/cb',
    'http://[::1]:8080/cb',
  ])('may be %s', (uri) => expect(isRedirectUri(uri)).toBe(true));

  it.each([
    '/demo',
    'maps.example/cb',
    'https://maps.example/#here',
    'https://user:secret@maps.example/',
    'https://maps.example/ü',
    'https://maps.example/a b',
    'https://maps.example/\r\nset-cookie: x',
    "https://maps.example;script-src *'/",
    'https://*/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://maps.example/x',
    '',
  ])('may not be %j', (uri) => expect(isRedirectUri(uri)).toBe(false));

  it('never run a script, whatever they contain', () => {
    fc.assert(
      fc.property(
        fc
          .tuple(fc.constantFrom('javascript', 'data', 'x', 'https'), fc.string({ unit: 'binary' }))
          .map((parts) => parts.join(':')),
        (uri) => {
          fc.pre(isRedirectUri(uri));
          expect(new URL(uri).protocol).not.toMatch(/^(javascript|data|vbscript|blob|file|about):$/);
        },
      ),
    );
  });
});

describe('form-action source of a redirect address', () => {
  it.each([
    ['https://maps.example/cb?x=1', 'https://maps.example'],
    ['http://localhost:8080/demo', 'http://localhost:8080'],
    ['http://[::1]:8080/cb', 'http:'],
    ['org.example.app:/cb', 'org.example.app:'],
  ])('of %s is %s', (uri, source) => expect(formActionSource(uri)).toBe(source));

  it('never breaks out of its directive', () => {
    const parts = fc.tuple(
      fc.constantFrom('https://', 'http://', 'app:'),
      fc.string(),
      fc.constantFrom('', ':1', '/;x', "'"),
    );
    fc.assert(
      fc.property(parts, (given) => {
        const uri = given.join('');
        fc.pre(isRedirectUri(uri));
        expect(formActionSource(uri)).not.toMatch(/[\s;,']/);
      }),
    );
  });
});
