import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { removeSecrets } from './remove-secrets.ts';

describe('removeSecrets', () => {
  test.each([
    ['https://gis.example/a/0?token=abc', 'https://gis.example/a/0'],
    ['https://gis.example/a/0?f=json&TOKEN=abc&x=1', 'https://gis.example/a/0?f=json&x=1'],
    ['https://gis.example/a?api_key=abc&b=2', 'https://gis.example/a?b=2'],
    ['https://gis.example/a?Access%5FToken=abc', 'https://gis.example/a'],
    ['https://user:pass@gis.example/a', 'https://gis.example/a'],
    ['//user@gis.example/a', '//gis.example/a'],
    ['/portal/a?subscription-key=1', '/portal/a'],
    ['https://gis.example/a#access_token=abc&expires_in=1', 'https://gis.example/a#expires_in=1'],
    ['https://tiles.example/{z}/{y}/{x}.png?key=abc', 'https://tiles.example/{z}/{y}/{x}.png'],
    [
      'https://a.example/proxy?https://gis.example/a?token=abc&f=json',
      'https://a.example/proxy?https://gis.example/a?f=json',
    ],
    ['/proxy?url=https://user:pass@gis.example/a?f=json', '/proxy?url=https://gis.example/a?f=json'],
    [
      '/proxy?url=https%3A%2F%2Fgis.example%2Fa%3Ff%3Djson%26token%3Dabc&x=1',
      '/proxy?url=https%3A%2F%2Fgis.example%2Fa%3Ff%3Djson&x=1',
    ],
  ])('removes the secret from %s', (address, cleaned) => {
    expect(removeSecrets({ layers: [{ url: address }] })).toEqual({
      value: { layers: [{ url: cleaned }] },
      removed: ['layers.0.url'],
    });
  });

  test.each([
    'https://gis.example/a?where=token%3D1',
    'What is the key? token=1',
    '/path/with/token/in/it?page=1',
    'mailto:someone@example.org?subject=password',
  ])('keeps %s', (text) => {
    expect(removeSecrets({ text })).toEqual({ value: { text }, removed: [] });
  });

  test('removes members named like a secret, at any depth, and reports where', () => {
    const { value, removed } = removeSecrets({
      customParameters: { token: 't', layers: '1' },
      credential: { token: 'u', expires: 1 },
      key: 5,
    });
    expect(value).toEqual({ customParameters: { layers: '1' }, credential: { expires: 1 }, key: 5 });
    expect(removed).toEqual(['customParameters.token', 'credential.token']);
  });

  test('leaves no token in URLs nested any number of times', () => {
    for (const encode of [(url: string) => url, encodeURIComponent])
      for (const depth of [2, 5, 8]) {
        let url = 'https://gis.example/a?token=SECRETVALUE';
        for (let level = 0; level < depth; level += 1) url = `https://a.example/b?url=${encode(url)}`;
        expect(removeSecrets(url).value).not.toContain('SECRETVALUE');
      }
    const { value } = removeSecrets(`${'https://a.example/b?'.repeat(20_000)}token=SECRETVALUE`);
    expect(value).not.toContain('SECRETVALUE');
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        const once = removeSecrets(document);
        expect(removeSecrets(once.value)).toEqual({ value: once.value, removed: [] });
      }),
    );
  });

  test('leaves no token in an address, whatever surrounds it', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: 4 }), fc.nat(4), (pairs, place) => {
        const all = pairs.map(([name, value]) => `${name}x=${value}`);
        all.splice(Math.min(place, all.length), 0, 'token=SECRETVALUE');
        const { value } = removeSecrets(`https://a.example/b?${all.join('&')}`);
        expect(value).not.toContain('SECRETVALUE');
        expect(value.split(/[?&]/).length - 1).toBe(pairs.length);
      }),
    );
  });
});

describe('secret name', () => {
  const names = [
    'token',
    'Token',
    'access_token',
    'accessToken',
    'refresh-token',
    'id_token',
    'apiKey',
    'api-key',
    'APIKEY',
    'key',
    'subscription-key',
    'sig',
    'signature',
    'password',
    'passwd',
    'pwd',
    'secret',
    'client_secret',
    'credentials',
    'Authorization',
  ];

  test.each(names)('%s is removed, as a member and as a parameter', (name) => {
    const document = { layer: { [name]: 'S3CRET', url: `https://a.example/b?${name}=S3CRET&f=json` } };
    const { value, removed } = removeSecrets(document);
    expect(value).toEqual({ layer: { url: 'https://a.example/b?f=json' } });
    expect(removed).toEqual([`layer.${name}`, 'layer.url']);
  });

  test.each(['tokens', 'keyField', 'monkey', 'secretary', 'passwords', 'authorizationInfo', 'author'])(
    '%s is not secret and is kept',
    (name) => {
      const document = { [name]: 'text', url: `https://a.example/b?${name}=1` };
      expect(removeSecrets(document)).toEqual({ value: document, removed: [] });
    },
  );

  test.each([5, 0, true, null, '', [], {}])('with %j after it is not secret', (harmless) => {
    const document = { token: harmless };
    expect(removeSecrets(document)).toEqual({ value: document, removed: [] });
  });
});

describe('harmless content', () => {
  test.each([null, true, 5, 'text', [], {}, [[['a']]], { a: [{ b: null }] }])('is kept: %j', (document) => {
    expect(removeSecrets(document)).toEqual({ value: document, removed: [] });
  });

  test.each([
    'https://a.example/b?',
    'https://a.example/b#',
    'https://a.example/b?a=1?b=2',
    'https://a.example/b?a=%E0%A4&b=2',
    'https://a.example/@handle',
    'https://a.example/b?next=https://user@b.example/',
    'data:image/png;base64,AAAA==?token=1',
    '/',
    '//',
  ])('keeps the meaning of an address: %s', (address) => {
    const { value } = removeSecrets({ address });
    expect(value.address.replace(/[?#]$/, '')).toBe(address.replace(/[?#]$/, ''));
  });

  test('is unchanged when no name in it is secret', () => {
    const name = fc.stringMatching(/^x[a-z]{0,6}$/);
    const tree = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.stringMatching(/^[a-z ]{0,9}$/),
        fc.integer(),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(name, tie('node'), { maxKeys: 4 }),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (document) => {
        expect(removeSecrets(document)).toEqual({ value: document, removed: [] });
      }),
    );
  });

  test('is never modified in place', () => {
    const document = { a: { token: 'x', url: 'https://u:p@a.example/?token=1' } };
    const copy = structuredClone(document);
    removeSecrets(document);
    expect(document).toEqual(copy);
  });
});
