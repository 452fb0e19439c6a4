import { describe, expect, it } from 'vitest';
import type { Integration } from '../../../../context/integrations.ts';
import { addressOf } from './address.ts';

const application = 'https://maps.example';
const pages = 'https://pages.example';
const plain: Integration = {
  id: 'a',
  title: 'A',
  type: 'url',
  enabled: true,
  display: 'frame',
  config: {},
  state: 'active',
};
const address = (
  parts: Partial<Integration>,
  origins = { application, pages: pages as string | undefined },
) => addressOf({ ...plain, ...parts }, 'demo', origins);

describe('the address of an integration', () => {
  const work = { server: 'https://cw.example' };
  const synced = { viewer: 'synced', termsAccepted: true };

  it.each([
    ['panorama', {}, 'null'],
    ['panoramax', {}, 'null'],
    ['cityworks', work, 'null'],
    ['streetview', synced, pages],
    ['cyclomedia', {}, pages],
  ] as const)(
    'of type %s with %j is a page on the integrations’ origin, of origin %s',
    (type, config, origin) => {
      const found = address({ type, config });
      expect(found).toMatchObject({
        template: `${pages}/integrations/demo/a?lang={lang}`,
        origin,
        own: true,
        display: 'frame',
      });
      expect(found.sandbox.includes('allow-same-origin')).toBe(origin !== 'null');
      expect(found.sandbox).not.toContain('top-navigation');
    },
  );

  it('of a built-in type is missing without an integrations’ origin', () => {
    expect(address({ type: 'cyclomedia' }, { application, pages: undefined })).toMatchObject({
      template: '',
      own: true,
    });
  });

  it('of a foreign page keeps its own origin in a sandbox', () => {
    const { own, origin, sandbox } = address({ url: 'https://pages.of.others/?{lat}' });
    expect([own, origin]).toEqual([false, 'https://pages.of.others']);
    expect(sandbox).toContain('allow-same-origin');
    expect(sandbox).not.toContain('top-navigation');
  });

  it.each(['/elsewhere.html', `${application}/elsewhere.html`, `${pages}/integrations/demo/b`])(
    'of a foreign page at %s has an opaque origin, so that it cannot access that origin',
    (url) => {
      const { origin, sandbox } = address({ url });
      expect(origin).toBe('null');
      expect(sandbox).not.toContain('allow-same-origin');
    },
  );

  it('of Street View is a window, unless the synchronised viewer is configured', () => {
    expect(address({ type: 'streetview' })).toMatchObject({ display: 'window', own: false });
    expect(address({ type: 'streetview', config: synced })).toMatchObject({ display: 'frame', own: true });
    // No key is set: the page would only show an error.
    const unset = addressOf(
      { ...plain, type: 'streetview', config: synced },
      'demo',
      { application, pages },
      true,
    );
    expect(unset).toMatchObject({ display: 'window', own: false });
  });

  it('of Cityworks is a template, or the built-in panel where a server is configured', () => {
    const url = 'https://cw.example/?x={x}';
    expect(address({ type: 'cityworks', url })).toMatchObject({ own: false, origin: 'https://cw.example' });
    expect(address({ type: 'cityworks', config: work }).own).toBe(true);
  });
});
