import { describe, expect, it } from 'vitest';
import type { Integration } from '../../../context/integrations.ts';
import { addressOf } from './address.ts';

const here = 'https://maps.example';
const address = (parts: Partial<Integration>) =>
  addressOf(
    {
      id: 'a',
      title: 'A',
      type: 'url',
      enabled: true,
      display: 'frame',
      config: {},
      state: 'active',
      ...parts,
    },
    'demo',
    here,
  );

describe('the address of an integration', () => {
  it('of a built-in type is a page of ours, without a sandbox', () => {
    for (const type of ['panorama', 'panoramax', 'cyclomedia'] as const)
      expect(address({ type })).toMatchObject({
        template: '/integrations/demo/a?lang={lang}',
        origin: here,
        own: true,
        sandbox: undefined,
      });
  });

  it('of a foreign page keeps its own origin in a sandbox', () => {
    const { own, origin, sandbox } = address({ url: 'https://pages.example/?{lat}' });
    expect([own, origin]).toEqual([false, 'https://pages.example']);
    expect(sandbox).toContain('allow-same-origin');
    expect(sandbox).not.toContain('top-navigation');
  });

  it('of a page on this server has no origin, so that it cannot reach the application', () => {
    expect(address({ url: '/elsewhere.html' }).sandbox).not.toContain('allow-same-origin');
  });

  it('of Street View is a window, unless the synced viewer was chosen', () => {
    expect(address({ type: 'streetview' })).toMatchObject({ display: 'window', own: false });
    const synced = { viewer: 'synced', termsAccepted: true };
    expect(address({ type: 'streetview', config: synced })).toMatchObject({ display: 'frame', own: true });
  });

  it('of Cityworks is a template, or our panel where a server is named', () => {
    const url = 'https://cw.example/?x={x}';
    expect(address({ type: 'cityworks', url })).toMatchObject({ own: false, origin: 'https://cw.example' });
    expect(address({ type: 'cityworks', config: { server: 'https://cw.example' } }).own).toBe(true);
  });
});
