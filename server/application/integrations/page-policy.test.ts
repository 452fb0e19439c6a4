import { describe, expect, it } from 'vitest';
import { appConfigSchema, type IntegrationConfig } from '../../../wire/app-config.ts';
import { withSources } from '../../platform/http/web-application.ts';
import { frameSources, pagePolicy, popOutPolicy } from './page-policy.ts';

const origins = { application: 'https://maps.example', pages: 'https://pages.example' };
const config = (integrations: Record<string, unknown>[]) =>
  appConfigSchema.parse({
    integrations: integrations.map((one, index) => ({ id: `i${index}`, title: 'I', ...one })),
  });
const policy = (integration: Record<string, unknown>) =>
  pagePolicy(config([integration]).integrations[0] as IntegrationConfig, origins);
const directive = (text: string, name: string) =>
  text
    .split(';')
    .find((part) => part.startsWith(`${name} `))
    ?.split(' ')
    .slice(1) ?? [];

describe('policy of an integration’s page', () => {
  it('allows only their host for own photos', () => {
    const text = policy({
      type: 'panorama',
      config: { photos: 'https://photos.example/a/b.geojson', imageOrigins: ['https://cdn.example/x'] },
    });
    expect(directive(text, 'connect-src')).toEqual([
      'data:',
      'blob:',
      'https://photos.example',
      'https://cdn.example',
    ]);
    expect(directive(text, 'script-src')).toEqual([origins.pages]);
    // A path belongs to the application's server.
    const own = policy({ type: 'panorama', config: { photos: '/own.geojson' } });
    expect(directive(own, 'connect-src')).toEqual(['data:', 'blob:', origins.application]);
  });

  it('allows the vendor’s script and no other', () => {
    const cyclomedia = directive(policy({ type: 'cyclomedia' }), 'script-src');
    expect(cyclomedia).toContain('https://streetsmart.cyclomedia.com');
    expect(cyclomedia).not.toContain("'unsafe-eval'");
    expect(directive(policy({ type: 'cyclomedia', config: { unsafeEval: true } }), 'script-src')).toContain(
      "'unsafe-eval'",
    );
    const google = policy({ type: 'streetview', config: { viewer: 'synced', termsAccepted: true } });
    expect(google).not.toContain('cyclomedia');
    expect(directive(google, 'script-src')).not.toContain('https:');
  });

  const google = ['googleapis.com', 'gstatic.com', 'google.com', 'googleusercontent.com'].map(
    (host) => `https://*.${host}`,
  );
  const cyclomedia = ['https://streetsmart.cyclomedia.com', 'https://*.cyclomedia.com'];
  it.each([
    [
      'panorama',
      { photos: '/own.geojson' },
      { 'img-src': [origins.application], 'connect-src': [origins.application] },
    ],
    [
      'panorama',
      { photos: 'https://photos.example/a.geojson', imageOrigins: ['https://cdn.example'] },
      {
        'img-src': ['https://photos.example', 'https://cdn.example'],
        'connect-src': ['https://photos.example', 'https://cdn.example'],
      },
    ],
    [
      'panoramax',
      { api: 'https://panoramax.example/api', imageOrigins: ['https://pictures.example'] },
      {
        'img-src': ['https://panoramax.example', 'https://pictures.example'],
        'connect-src': ['https://panoramax.example', 'https://pictures.example'],
      },
    ],
    [
      'streetview',
      { viewer: 'synced', termsAccepted: true },
      {
        'script-src': ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
        'style-src': ['https://fonts.googleapis.com'],
        'font-src': ['https://fonts.gstatic.com'],
        'img-src': google,
        'connect-src': google,
      },
    ],
    [
      'cyclomedia',
      {},
      {
        'script-src': ['https://streetsmart.cyclomedia.com'],
        'style-src': cyclomedia,
        'img-src': cyclomedia,
        'font-src': cyclomedia,
        'connect-src': cyclomedia,
        'frame-src': ['https://identity.cyclomedia.com'],
      },
    ],
    ['cityworks', { server: 'https://cw.example' }, {}],
    ['url', {}, {}],
  ] as const)('for %s with %j allows exactly these hosts', (type, own, expected) => {
    const text = policy({ type, config: own, ...(type === 'url' && { url: 'https://pages.example' }) });
    const hosts = text.split(';').flatMap((part) => {
      const [name = '', ...sources] = part.split(' ');
      const foreign = sources.filter(
        (source) => /^[a-z]+:\/\/|^https?:$|^\*/.test(source) && source !== origins.pages,
      );
      return foreign.length > 0 && name !== 'frame-ancestors' ? [[name, foreign]] : [];
    });
    expect(Object.fromEntries(hosts)).toEqual(expected);
  });

  it('never allows framing by other pages, form posts or inline scripts', () => {
    for (const type of ['panorama', 'panoramax', 'streetview', 'cyclomedia'] as const) {
      const text = policy({ type, ...(type === 'panorama' && { config: { photos: '/x' } }) });
      expect(directive(text, 'frame-ancestors')).toEqual([origins.application]);
      expect(directive(text, 'form-action')).toEqual(["'none'"]);
      expect(directive(text, 'script-src')).not.toContain("'unsafe-inline'");
      expect(directive(text, 'default-src')).toEqual(["'none'"]);
    }
  });

  it('allows no server for Cityworks: the application requests its data', () => {
    const text = policy({ type: 'cityworks', config: { server: 'https://cw.example' } });
    expect(directive(text, 'connect-src')).toEqual(['data:', 'blob:']);
  });

  it.each([
    ['panorama', { photos: '/x' }, false],
    ['panoramax', {}, false],
    ['cityworks', { server: 'https://cw.example' }, false],
    ['streetview', { viewer: 'synced', termsAccepted: true }, true],
    ['cyclomedia', {}, true],
  ] as const)('for %s with %j leaves the page the vendors’ origin: %s', (type, own, keeps) => {
    const sandbox = directive(policy({ type, config: own }), 'sandbox');
    expect(sandbox.length > 0).toBe(!keeps);
    expect(sandbox).not.toContain('allow-same-origin');
  });
});

describe('frames the application may hold', () => {
  const some = config([
    { type: 'url', url: 'https://a.example/{lat}' },
    { type: 'url', url: 'https://a.example/other' },
    { type: 'url', url: 'https://b.example', enabled: false },
    { type: 'url', url: 'https://c.example', display: 'window' },
    { type: 'panoramax' },
  ]);

  it('are the enabled pages that are shown in frames', () => {
    expect(frameSources(some, origins.pages)).toEqual([origins.pages, 'https://a.example']);
    expect(frameSources(some, undefined)).toEqual(['https://a.example']);
  });

  it('are none without a configuration, and the application’s own for a path', () => {
    expect(frameSources(config([]), origins.pages)).toEqual(["'none'"]);
    expect(frameSources(config([{ type: 'url', url: '/page.html' }]), origins.pages)).toEqual(["'self'"]);
  });

  it('replace the frame sources of the application’s policy', () => {
    const policy = "default-src 'self';frame-src 'self';img-src 'self'";
    expect(withSources(policy, { frames: ["'self'", 'https://a.example'], hosts: [] })).toBe(
      "default-src 'self';frame-src 'self' https://a.example;img-src 'self'",
    );
  });

  /** A config as it was saved before its addresses were checked. */
  const unchecked = (url: string) => {
    const saved = config([{ type: 'url', url: 'https://a.example' }]);
    return { ...saved, integrations: saved.integrations.map((one) => ({ ...one, url })) };
  };

  it.each(['https://x;script-src/', "https://x$'/", 'https://x,y/'])('are never what %s adds', (url) => {
    expect(frameSources(unchecked(url), undefined)).toEqual(["'none'"]);
    expect(directive(popOutPolicy(unchecked(url), undefined), 'frame-src')).toEqual(["'none'"]);
    const hosts = [url.slice(0, -1), 'https://b.example'];
    expect(withSources("frame-src 'self';img-src 'self'", { frames: [url.slice(0, -1)], hosts })).toBe(
      "frame-src 'none';img-src 'self' https://b.example",
    );
  });

  it('are the same in a pop-out window, which runs no script', () => {
    expect(directive(popOutPolicy(some, origins.pages), 'frame-src')).toEqual([
      origins.pages,
      'https://a.example',
    ]);
    expect(directive(popOutPolicy(some, origins.pages), 'script-src')).toEqual(["'none'"]);
  });
});
