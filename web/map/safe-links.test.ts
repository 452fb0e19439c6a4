// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest';
import { guardLinks, isSafeLink, withSafeLinks } from './safe-links.ts';

const popup = (linkURL: string) => ({
  operationalLayers: [
    {
      popupInfo: {
        mediaInfos: [{ type: 'image', value: { sourceURL: 'https://a.example/{id}.png', linkURL } }],
      },
    },
  ],
});

describe('a web map', () => {
  test('drops popup link targets that would run a script', () => {
    const { value } = withSafeLinks(popup('javascript:alert(document.domain)')).operationalLayers[0]!
      .popupInfo.mediaInfos[0]!;
    expect(value).toEqual({ sourceURL: 'https://a.example/{id}.png' });
  });

  const media = (value: object) => [{ type: 'image', value }];
  const places: [string, (value: object) => Record<string, unknown>][] = [
    [
      'pictures of a layer',
      (value) => ({ operationalLayers: [{ popupInfo: { mediaInfos: media(value) } }] }),
    ],
    [
      'elements of a popup',
      (value) => ({
        operationalLayers: [{ popupInfo: { popupElements: [{ type: 'media', mediaInfos: media(value) }] } }],
      }),
    ],
    [
      'a layer in a group',
      (value) => ({
        operationalLayers: [
          { layerType: 'GroupLayer', layers: [{ popupInfo: { mediaInfos: media(value) } }] },
        ],
      }),
    ],
    [
      'a sublayer',
      (value) => ({ operationalLayers: [{ layers: [{ id: 0, popupInfo: { mediaInfos: media(value) } }] }] }),
    ],
    ['a table', (value) => ({ tables: [{ popupInfo: { mediaInfos: media(value) } }] })],
    [
      'drawn features',
      (value) => ({
        operationalLayers: [{ featureCollection: { layers: [{ popupInfo: { mediaInfos: media(value) } }] } }],
      }),
    ],
    [
      'clusters',
      (value) => ({
        operationalLayers: [
          {
            layerDefinition: {
              featureReduction: { type: 'cluster', popupInfo: { mediaInfos: media(value) } },
            },
          },
        ],
      }),
    ],
  ];
  const schemes = ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:x'];
  test.each(places)('drops unsafe targets in the popup of %s', (_where, mapWith) => {
    for (const target of schemes)
      expect(withSafeLinks(mapWith({ sourceURL: target, linkURL: target, fields: ['a'] }))).toEqual(
        mapWith({ fields: ['a'] }),
      );
  });

  test('without such targets stays the same object', () => {
    const map = popup('https://a.example/{id}');
    expect(withSafeLinks(map)).toBe(map);
  });
});

describe('a click below a guarded element', () => {
  afterEach(() => document.body.replaceChildren());

  test.each([
    ['javascript:alert(1)', true],
    ['data:text/html,x', true],
    ['https://a.example', false],
    ['mailto:a@example.org', false],
  ])('on a link to %s is stopped: %s, inside a shadow root too', (href, stopped) => {
    const host = document.body.appendChild(document.createElement('div'));
    const unguard = guardLinks(host);
    const inner = host.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    inner.innerHTML = `<a><b>open</b></a>`;
    inner.querySelector('a')?.setAttribute('href', href);
    const click = () => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
      // jsdom follows no links.
      host.addEventListener('click', (each) => each.defaultPrevented || each.preventDefault(), {
        once: true,
      });
      let reached = false;
      inner.addEventListener('click', () => (reached = true), { once: true });
      inner.querySelector('b')?.dispatchEvent(event);
      return reached;
    };
    expect(click()).toBe(!stopped);
    unguard();
    expect(click()).toBe(true);
  });
});

describe('link targets', () => {
  test.each([
    'https://example.org/a?b#c',
    'http://example.org',
    'HTTPS://EXAMPLE.ORG',
    'mailto:a@example.org',
    'tel:+7 7172 123',
    '/map/wid/1',
    '{website}',
    'photos/{id}.jpg',
  ])('%j may be followed', (target) => expect(isSafeLink(target)).toBe(true));

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'javascript\t:alert(1)',
    'javascript://%0aalert({id})',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    'intent://x#Intent;end',
    'https://',
  ])('%j may not be followed', (target) => expect(isSafeLink(target)).toBe(false));
});
