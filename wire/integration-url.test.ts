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

describe('the faults of a template', () => {
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
    ['example.org', /https/],
    ['https://example.org/?t={token}', /\{token\} is not known/],
    ['https://example.org/?p={password}', /not known/],
    ['https://example.org/?p={LAT}', /not known/],
    ['https://example.org/?p={}', /not known/],
    ['https://example.org/?p={lat', /partner/],
    ['https://{lang}.example.org/', /behind the host/],
    ['https://ada:secret@example.org/', /user name/],
  ])('are told: %s', (template, fault) => {
    expect(templateFaults(template).join(' ')).toMatch(fault);
  });
});

describe('filling a template', () => {
  it('writes numbers with a point and no more digits than they mean', () => {
    const template = 'https://example.org/{lat}/{lng}/{x}/{y}/{wkid}/{zoom}/{heading}/{lang}';
    expect(fillTemplate(template, values)).toBe(
      'https://example.org/51.16051/71.43/7951551.12/6650000/3857/17/0/de',
    );
    expect(fillTemplate('https://e.org/{lat}', { ...values, lat: 1e-9 })).toBe('https://e.org/0');
    expect(fillTemplate('https://e.org/{heading}', { ...values, heading: 359.96 })).toBe('https://e.org/360');
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

  it('knows which templates follow the place', () => {
    expect(hasTokens('https://e.org/{lat}')).toBe(true);
    expect(hasTokens('https://e.org/?l={lang}')).toBe(false);
  });

  it('knows the origin', () => {
    expect(templateOrigin('https://e.org:8443/a/{lat}', 'https://own')).toBe('https://e.org:8443');
    expect(templateOrigin('/a/{lat}', 'https://own')).toBe('https://own');
  });
});
