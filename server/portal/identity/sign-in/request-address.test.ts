import { Parameters } from '../../../platform/arcgis/parameters.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestAddress } from './request-address.ts';

const request = {
  client_id: 'app',
  response_type: 'code',
  redirect_uri: 'https://maps.example/cb?x=1&y=2#z',
  state: '{"uid":"1 + 1","hash":"#a&b"}\r\n',
  expiration: '20160',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  locale: 'kk',
};

const addressOf = (given: Record<string, string>) => requestAddress(new Parameters(given));

describe('address of an authorization request', () => {
  it('preserves every part of it, byte for byte', () => {
    const { searchParams } = new URL(addressOf(request), 'http://localhost/');
    expect(Object.fromEntries(searchParams)).toEqual(request);
  });

  it('contains neither names and passwords nor unrelated parameters', () => {
    const more = {
      username: 'ada',
      password: 'secret',
      answer: 'sign-in',
      form_token: 't',
      token: 'k',
      f: 'json',
    };
    expect(addressOf({ ...request, ...more })).toBe(addressOf(request));
  });

  it('omits what the request omitted', () => {
    expect(addressOf({})).toBe('?');
    expect(addressOf({ client_id: 'a' })).toBe('?client_id=a');
  });

  it('is one line of plain characters, whatever the state contains', () => {
    // Parameters without blanks and NUL characters, which a request cannot carry.
    const state = fc.string({ unit: 'binary' }).filter((text) => text.trim() !== '' && !text.includes('\0'));
    fc.assert(
      fc.property(state, (state) => {
        const address = addressOf({ ...request, state });
        expect(address).toMatch(/^\?[\x21-\x7e]*$/);
        expect(address).not.toMatch(/["'<>]/.test(state) ? /["<>]/ : /["'<>]/);
        expect(new URL(address, 'http://localhost/').searchParams.get('state')).toBe(state.toWellFormed());
      }),
    );
  });
});
