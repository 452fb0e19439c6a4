// @vitest-environment jsdom
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { expect, test } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { popupExample } from './popup-example.ts';

test('an example of a popup follows no link that would run a script, as the popup in the map', () => {
  const host = document.body.appendChild(document.createElement('div'));
  // What the SDK makes of a feature is replaced by a link in it.
  const example = popupExample({} as MapInternals, {} as FeatureLayer, {
    find: async () => undefined,
    template: () => undefined,
    use: 'popup',
  });
  const close = example.preview(host, () => {});
  const link = host.appendChild(document.createElement('a'));
  const isFollowed = (href: string) => {
    link.setAttribute('href', href);
    let followed = false;
    link.addEventListener(
      'click',
      (event) => {
        followed = true;
        // jsdom follows no links.
        event.preventDefault();
      },
      { once: true },
    );
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
    return followed;
  };
  expect(isFollowed('javascript:alert(1)')).toBe(false);
  expect(isFollowed('data:text/html,x')).toBe(false);
  close();
  host.remove();
});
