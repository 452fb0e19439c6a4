import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IntegrationConfig } from '../../wire/app-config.ts';
import {
  changeIntegration,
  drawerOpen,
  type Integration,
  type IntegrationAction,
  type IntegrationState,
  integrationsOf,
  openOnes,
} from './integrations.ts';

function configured(id: string, enabled = true): IntegrationConfig {
  return { id, type: 'url', title: id.toUpperCase(), enabled, display: 'frame', config: {} };
}

function inState(state: IntegrationState): Integration[] {
  return [
    { ...configured('a'), state },
    { ...configured('b'), state: 'inactive' },
  ];
}

describe('integrations', () => {
  it('start closed, without the disabled ones', () => {
    expect(integrationsOf([configured('a'), configured('b', false)])).toEqual([
      { ...configured('a'), state: 'inactive' },
    ]);
  });

  it.each<[IntegrationState, IntegrationAction['type'], IntegrationState]>([
    ['inactive', 'open', 'active'],
    ['active', 'open', 'active'],
    ['in-portal', 'open', 'active'],
    ['inactive', 'open-in-portal', 'in-portal'],
    ['active', 'open-in-portal', 'in-portal'],
    ['in-portal', 'open-in-portal', 'in-portal'],
    ['inactive', 'close', 'inactive'],
    ['active', 'close', 'inactive'],
    ['in-portal', 'close', 'inactive'],
    ['inactive', 'close-portal', 'inactive'],
    ['active', 'close-portal', 'active'],
    ['in-portal', 'close-portal', 'active'],
  ])('%s, on %s, becomes %s', (before, type, after) => {
    const next = changeIntegration(inState(before), { type, id: 'a' });
    expect(next.map(({ state }) => state)).toEqual([after, 'inactive']);
  });

  it('returns the same list when nothing changes', () => {
    const integrations = inState('active');
    expect(changeIntegration(integrations, { type: 'open', id: 'a' })).toBe(integrations);
    expect(changeIntegration(integrations, { type: 'open', id: 'unknown' })).toBe(integrations);
  });

  it('are added to and removed from the open list', () => {
    expect(openOnes(inState('active')).map(({ id }) => id)).toEqual(['a']);
    expect(openOnes(inState('in-portal')).map(({ id }) => id)).toEqual(['a']);
    expect(openOnes(inState('inactive'))).toEqual([]);
  });

  it.each<[IntegrationState, boolean, boolean]>([
    ['active', true, true],
    ['active', false, false],
    ['in-portal', true, false],
    ['inactive', true, false],
  ])('with one %s and a location (%s) the drawer is open: %s', (state, place, open) => {
    expect(drawerOpen(inState(state), place ? { lat: 0, lng: 0 } : undefined)).toBe(open);
  });

  it('that are extensions need no location, and as tools of the sidebar are not listed', () => {
    const extension: IntegrationConfig = { ...configured('e'), type: 'extension' };
    const [panel, ...others] = integrationsOf([
      extension,
      { ...extension, id: 't', config: { place: 'tool' } },
    ]);
    expect(others).toEqual([]);
    const open = changeIntegration(panel ? [panel] : [], { type: 'open', id: 'e' });
    expect(drawerOpen(open, undefined)).toBe(true);
  });

  it('are opened and closed only by their own actions', () => {
    const action = fc.record<IntegrationAction>({
      type: fc.constantFrom('open', 'open-in-portal', 'close', 'close-portal'),
      id: fc.constantFrom('a', 'b', 'c'),
    });
    fc.assert(
      fc.property(fc.array(action), action, (history, last) => {
        const before = history.reduce<readonly Integration[]>(changeIntegration, inState('inactive'));
        const after = changeIntegration(before, last);
        const others = (integrations: readonly Integration[]) =>
          integrations.filter(({ id }) => id !== last.id);
        expect(others(after)).toEqual(others(before));
      }),
    );
  });
});
