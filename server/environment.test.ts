import { describe, expect, it } from 'vitest';
import { readSettings } from './environment.ts';

const read = (environment: NodeJS.ProcessEnv) => readSettings(environment, { demo: false });

describe('allowed private hosts', () => {
  it('are none by default', () => {
    expect(read({})).toMatchObject({ allowedPrivateHosts: false, mapCheckHosts: [] });
    expect(read({ ALLOWED_PRIVATE_HOSTS: 'no' })).toMatchObject({
      allowedPrivateHosts: false,
      mapCheckHosts: [],
    });
  });

  it('are those named, for integrations, portals and maps alike', () => {
    const { allowedPrivateHosts, mapCheckHosts } = read({
      ALLOWED_PRIVATE_HOSTS: 'GIS.town.example, cw.town.example:8443',
    });
    expect(allowedPrivateHosts).toEqual(new Set(['gis.town.example', 'cw.town.example:8443']));
    expect(mapCheckHosts).toEqual(['gis.town.example', 'cw.town.example:8443']);
  });

  it.each(['yes', 'Yes', 'YES'])('may be all, but never for an address in a map: %s', (given) => {
    expect(read({ ALLOWED_PRIVATE_HOSTS: given })).toMatchObject({
      allowedPrivateHosts: true,
      mapCheckHosts: [],
    });
  });

  it('are none by NO too', () => {
    expect(read({ ALLOWED_PRIVATE_HOSTS: 'NO' })).toMatchObject({
      allowedPrivateHosts: false,
      mapCheckHosts: [],
    });
  });

  it.each(['true', 'TRUE', '1', 'on', 'false', '0', 'off'])('are rejected when given as %s', (given) => {
    expect(() => read({ ALLOWED_PRIVATE_HOSTS: given })).toThrow(/ALLOWED_PRIVATE_HOSTS: Write yes to allow/);
  });

  it('are rejected when not a list of hosts', () => {
    expect(() => read({ ALLOWED_PRIVATE_HOSTS: 'https://gis.town.example/' })).toThrow(
      /ALLOWED_PRIVATE_HOSTS: Enter/,
    );
  });
});

describe('public address', () => {
  it('is written as browsers write the origin', () => {
    const { publicUrl, pages } = read({
      PUBLIC_URL: 'https://Maps.Example.org:443',
      INTEGRATIONS_URL: 'HTTPS://Pages.Example.org',
    });
    expect([publicUrl, pages?.url]).toEqual(['https://maps.example.org', 'https://pages.example.org']);
  });

  it.each(['https://maps.example.org/gis', 'https://maps.example.org:99999', 'https://ada@maps.example.org'])(
    'is rejected unless it is an origin: %s',
    (PUBLIC_URL) => {
      expect(() => read({ PUBLIC_URL })).toThrow(/PUBLIC_URL: Specify scheme and host only/);
    },
  );
});

describe('origin of integrations', () => {
  const pagesOf = (environment: NodeJS.ProcessEnv) => read(environment).pages;

  it('is the next port of this computer by default', () => {
    expect(pagesOf({})).toEqual({ url: 'http://localhost:8081', port: 8081 });
    expect(pagesOf({ PORT: '9000', PUBLIC_URL: 'http://localhost:5173' })).toEqual({
      url: 'http://localhost:9001',
      port: 9001,
    });
    expect(pagesOf({ INTEGRATIONS_PORT: '9100' })).toEqual({ url: 'http://localhost:9100', port: 9100 });
  });

  it('is missing at other addresses until the operator names it, with a log entry', () => {
    const PUBLIC_URL = 'https://maps.example.org';
    expect(pagesOf({ PUBLIC_URL })).toBeUndefined();
    expect(read({ PUBLIC_URL }).notices).toEqual([expect.stringContaining('INTEGRATIONS_URL')]);
    const INTEGRATIONS_URL = 'https://maps-pages.example.org';
    expect(pagesOf({ PUBLIC_URL, INTEGRATIONS_URL })).toEqual({ url: INTEGRATIONS_URL, port: 8081 });
    expect(read({ PUBLIC_URL, INTEGRATIONS_URL }).notices).toEqual([]);
  });

  it.each([
    ['the application’s own', 'https://maps.example.org', 'another host or port'],
    ['the application’s own with its port', 'https://maps.example.org:443', 'another host or port'],
    ['plain http beside https', 'http://maps-pages.example.org', 'Start with https'],
    ['no origin', 'https://maps-pages.example.org/x', 'scheme and host only'],
  ])('is rejected when it is %s', (_what, INTEGRATIONS_URL, cure) => {
    expect(() => read({ PUBLIC_URL: 'https://maps.example.org', INTEGRATIONS_URL })).toThrow(cure);
  });
});

describe('the mail server', () => {
  const smtpOf = (SMTP_URL: string, SMTP_FROM = 'maps@example.org') => read({ SMTP_URL, SMTP_FROM }).smtp;
  const from = { name: '', address: 'maps@example.org' };

  it('is none by default', () => {
    expect(read({}).smtp).toBeUndefined();
  });

  it('has a port, TLS and a sender', () => {
    const plain = {
      host: 'mail.example.org',
      port: 587,
      secure: false,
      requiresTls: false,
      login: undefined,
    };
    expect(smtpOf('smtp://mail.example.org')).toEqual({ ...plain, from });
    expect(smtpOf('smtps://mail.example.org/')).toMatchObject({ port: 465, secure: true });
    expect(smtpOf('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 });
    expect(smtpOf('smtp://localhost', 'City maps <maps@example.org>')?.from).toEqual({
      name: 'City maps',
      address: 'maps@example.org',
    });
  });

  it('gets a password over TLS only, unless it is on this computer', () => {
    const login = { user: 'maps@example.org', pass: 'a/b' };
    expect(smtpOf('smtp://maps%40example.org:a%2Fb@mail.example.org')).toMatchObject({
      login,
      requiresTls: true,
    });
    expect(smtpOf('smtp://maps%40example.org:a%2Fb@127.0.0.1')).toMatchObject({ login, requiresTls: false });
  });

  it.each([
    'mail.example.org',
    'https://mail.example.org',
    'smtp://',
    'smtp://user@mail.example.org',
    'smtp://mail.example.org/path',
    'smtp://mail.example.org?tls=no',
    'smtp://u:%zz@mail.example.org',
  ])('is refused with advice: %s', (SMTP_URL) => {
    expect(() => smtpOf(SMTP_URL)).toThrow(/SMTP_URL: Specify smtp:\/\/host/);
  });

  it.each(['maps', 'a@b.example, c@d.example', 'x\r\nBcc: y <a@b.example>'])(
    'has no such sender: %j',
    (SMTP_FROM) => {
      expect(() => smtpOf('smtp://mail.example.org', SMTP_FROM)).toThrow(/SMTP_FROM: Specify an address/);
    },
  );

  it('needs both settings', () => {
    expect(() => read({ SMTP_URL: 'smtp://mail.example.org' })).toThrow(/SMTP_FROM: Specify the sender/);
    expect(() => read({ SMTP_FROM: 'maps@example.org' })).toThrow(/SMTP_URL: Specify the server/);
  });
});
