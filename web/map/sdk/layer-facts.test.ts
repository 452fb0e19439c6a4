import type Layer from '@arcgis/core/layers/Layer.js';
import { describe, expect, it } from 'vitest';
import { layerFacts } from './layer-facts.ts';

const operations = { supportsAdd: true, supportsUpdate: true, supportsDelete: true };
const layer = (parts: object) =>
  ({ type: 'feature', loaded: true, editingEnabled: true, capabilities: { operations }, ...parts }) as never;
const facts = (parts: object) => layerFacts(layer(parts) as Layer);
const archived = (parts: object) => ({
  sourceJSON: { archivingInfo: { supportsQueryWithHistoricMoment: true, startArchivingMoment: 5, ...parts } },
});

describe('the facts of a layer', () => {
  it('have its history where the user may see it', () => {
    expect(facts({}).history).toBeUndefined();
    expect(facts(archived({ supportsQueryWithHistoricMoment: false })).history).toBeUndefined();
    expect(facts(archived({})).history).toEqual({ since: 5, changes: false });
    expect(facts(archived({ supportsQueryHistory: true })).history).toEqual({ since: 5, changes: true });
  });

  it('have no editing while former features are shown', () => {
    expect(facts(archived({}))).toMatchObject({ editable: true });
    expect(facts({ ...archived({}), historicMoment: new Date(7) })).toMatchObject({
      editable: false,
      asOf: 7,
    });
  });
});
