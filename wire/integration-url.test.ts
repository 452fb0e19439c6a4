import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, hasTokens, templateFaults, templateOrigin } from './integration-url.ts';

const values = {
  lat: 51.16051,
  lng: 71.43,
  x: 7_951_551.123,
  y: 6_650_000,
  wkid: 3857,
  zoom: 17,
  lang: 'de',
};

describe('faults of a template', () => {
  it.each([
    'https://example.org/',
    'https://example.org/?at={lat},{lng}&z={zoom}&h={heading}&l={lang}#{x}/{y}/{wkid}',
    'http://localhost:8000/page.html',
    '/integrations/own.html?lat={lat}',
  ])('are none: %s', (template) => {
    expect(templateFaults(template)).toEqual([]);
  });

  it.each([
    ['http://example.org/{lat}', /https/],
    ['javascript:alert({lat})', /https/],
    ['data:text/html,{lat}', /https/],
    ['//example.org/{lat}', /https/],
    ['/\\example.org/', /https/],
    // Browsers remove tabs and line breaks: what follows would be the host.
    ['/\t/example.org/', /https/],
    ['/\n/example.org/', /https/],
    ['example.org', /https/],
    ['https://example.org/?t={token}', /\{token\} is not known/],
    ['https://example.org/?p={password}', /not known/],
    ['https://example.org/?p={LAT}', /not known/],
    ['https://example.org/?p={}', /not known/],
    ['https://example.org/?p={lat', /partner/],
    ['https://{lang}.example.org/', /after the host/],
    ['https://4{lat}99999999/', /after the host/],
    ['https://example.org:{zoom}0000/', /after the host|https/],
    ['https://ada:secret@example.org/', /username/],
    // The origin of a URL may contain what ends a directive of a policy.
    ['https://x;script-src/', /host name/],
    ["https://x;require-trusted-types-for'script'/", /host name/],
    ['https://x,y/', /host name/],
    ["https://x$'/", /host name/],
  ])('are reported: %s', (template, fault) => {
    expect(templateFaults(template).join(' ')).toMatch(fault);
  });
});

describe('filling a template', () => {
  it('writes numbers with a decimal point and only significant digits', () => {
    const template = 'https://example.org/{lat}/{lng}/{x}/{y}/{wkid}/{zoom}/{heading}/{lang}';
    expect(fillTemplate(template, values)).toBe(
      'https://example.org/51.16051/71.43/7951551.12/6650000/3857/17/0/de',
    );
    expect(fillTemplate('https://e.org/{lat}', { ...values, lat: 1e-9 })).toBe('https://e.org/0');
    expect(fillTemplate('https://e.org/{heading}', { ...values, heading: 359.96 })).toBe('https://e.org/0');
  });

  it('encodes every value, so that none can leave its place', () => {
    fc.assert(
      fc.property(fc.string(), (lang) => {
        const filled = fillTemplate('https://example.org/a?l={lang}&end=1', {
          ...values,
          lang: lang.toWellFormed(),
        });
        const url = new URL(filled);
        expect(url.origin).toBe('https://example.org');
        expect(url.searchParams.get('end')).toBe('1');
        expect(url.hash).toBe('');
        expect(url.searchParams.get('l')).toBe(lang.toWellFormed());
      }),
    );
  });

  it.each([
    ['lat', { lat: -0.000_000_04 }, '0'],
    ['lat', { lat: -89.123_456_789 }, '-89.1234568'],
    ['lng', { lng: 180 }, '180'],
    ['x', { x: -20_037_508.342_789 }, '-20037508.34'],
    ['y', { y: 1e-7 }, '0'],
    ['wkid', { wkid: 28_992 }, '28992'],
    ['zoom', { zoom: 12.345 }, '12.35'],
    ['heading', { heading: undefined }, '0'],
    ['heading', { heading: 89.96 }, '90'],
    ['lang', { lang: 'pt-BR' }, 'pt-BR'],
    ['lang', { lang: 'a b&c=d#e/f?' }, 'a%20b%26c%3Dd%23e%2Ff%3F'],
  ])('writes {%s} of %j as %s', (name, change, text) => {
    expect(fillTemplate(`https://e.org/{${name}}`, { ...values, ...change })).toBe(`https://e.org/${text}`);
  });

  it('replaces a token wherever it appears, and keeps unknown ones', () => {
    expect(fillTemplate('/a/{lang}/{lang}?x={other}', values)).toBe('/a/de/de?x={other}');
  });

  it('never writes an exponent or a comma in a number', () => {
    const degrees = (max: number) => fc.double({ min: -max, max: max, noNaN: true });
    fc.assert(
      fc.property(degrees(90), degrees(180), degrees(2e7), (lat, lng, x) => {
        const filled = fillTemplate('/{lat}/{lng}/{x}', { ...values, lat, lng, x });
        expect(filled).toMatch(/^(\/-?\d+(\.\d+)?){3}$/);
        const [, first, second] = filled.split('/').map(Number);
        expect(first).toBeCloseTo(lat, 6);
        expect(second).toBeCloseTo(lng, 6);
      }),
    );
  });

  it.each([
    ['https://e.org/{lat}', true],
    ['https://e.org/{lng}', true],
    ['https://e.org/{x}', true],
    ['/own?y={y}', true],
    ['https://e.org/?l={lang}&z={zoom}&h={heading}', false],
    ['https://e.org/lat', false],
  ])('reports whether %s follows the location: %s', (template, follows) => {
    expect(hasTokens(template)).toBe(follows);
  });

  it('returns the origin', () => {
    expect(templateOrigin('https://e.org:8443/a/{lat}', 'https://own')).toBe('https://e.org:8443');
    expect(templateOrigin('/a/{lat}', 'https://own')).toBe('https://own');
  });
});
