import { describe, expect, it } from 'vitest';
import { type Integration, openOnes } from './integrations.ts';
import { readStoredIntegrations, reopen, storeIntegrations } from './stored-integrations.ts';

const location = { lat: 51, lng: 71, x: 1, y: 2, wkid: 3857 };
const integration = (id: string): Integration => ({
  id,
  type: 'panorama',
  title: id,
  enabled: true,
  display: 'frame',
  config: {},
  state: 'inactive',
});

function storage(text?: string) {
  const entries = new Map<string, string>(text === undefined ? [] : [['mapping.integrations.demo', text]]);
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

describe('integrations restored by a reload', () => {
  it('are those that were open, with their state, per organisation', () => {
    const kept = storage();
    storeIntegrations(kept, 'demo', { open: ['a'], location, more: { shown: 'a' } });
    expect(readStoredIntegrations(kept, 'demo')).toEqual({ open: ['a'], location, more: { shown: 'a' } });
    expect(readStoredIntegrations(kept, 'esil')).toEqual({ open: [] });
  });

  it('leave no entry when none is open', () => {
    const kept = storage();
    storeIntegrations(kept, 'demo', { open: ['a'] });
    storeIntegrations(kept, 'demo', { open: [] });
    expect(kept.entries.size).toBe(0);
  });

  it.each([
    '',
    'null',
    '[]',
    '{',
    '{"open":"a","location":{"lat":95,"lng":0,"x":0,"y":0,"wkid":1}}',
    '{"open":[1]}',
  ])('are none when the storage holds %j', (text) => {
    expect(readStoredIntegrations(storage(text), 'demo')).toMatchObject({ open: [] });
    expect(readStoredIntegrations(storage(text), 'demo').location).toBeUndefined();
  });

  it('tolerate full storage', () => {
    const full = {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => {},
    };
    expect(() => storeIntegrations(full, 'demo', { open: ['a'] })).not.toThrow();
  });

  it('open as active if they are still configured', () => {
    const opened = reopen([integration('a'), integration('b')], { open: ['b', 'gone'] });
    expect(openOnes(opened).map(({ id, state }) => [id, state])).toEqual([['b', 'active']]);
  });
});
