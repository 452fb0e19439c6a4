import type Layer from '@arcgis/core/layers/Layer.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allowedEdits, layerFacts } from './layer-facts.ts';

const operations = { supportsAdd: true, supportsUpdate: true, supportsDelete: true };
const layer = (parts: object) =>
  ({
    type: 'feature',
    url: 'https://services.example.org/Trees/FeatureServer',
    loaded: true,
    editingEnabled: true,
    capabilities: { operations },
    ...parts,
  }) as never;
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

  it('have the hosted layer that the user may export, of the features of now', () => {
    const hosted = { url: '/City/FeatureServer', itemId: 'm1', layer: 2, idField: 'OBJECTID' };
    const { url, layer: layerId, idField: objectIdField } = hosted;
    const described = (capabilities: string, itemId?: string) => ({
      url,
      layerId,
      objectIdField,
      sourceJSON: { capabilities, ...(itemId && { serviceItemId: itemId }) },
    });
    expect(facts(described('Query,Extract', 'm1')).hosted).toEqual(hosted);
    expect(facts(described('Query', 'm1')).hosted).toBeUndefined();
    expect(facts(described('Query,Extract')).hosted).toBeUndefined();
    const former = { ...described('Query,Extract', 'm1'), historicMoment: new Date(7) };
    expect(facts(former).hosted).toBeUndefined();
  });

  it('have no editing while former features are shown', () => {
    expect(facts(archived({}))).toMatchObject({ editable: true });
    expect(facts({ ...archived({}), historicMoment: new Date(7) })).toMatchObject({
      editable: false,
      asOf: 7,
    });
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('the edits of a layer that a member may make', () => {
  const url = 'https://services.arcgis.com/city/arcgis/rest/services/Trees/FeatureServer';
  const all = { add: true, update: true, delete: true, reshape: true };
  const none = { add: false, update: false, delete: false, reshape: false };
  const adding = { operations: { supportsAdd: true, supportsUpdate: false, supportsDelete: false } };
  const edits = (parts: object) => allowedEdits(layer({ url, ...parts }));

  it('are those that the layer is open to', () => {
    expect(edits({})).toEqual(all);
    expect(edits({ capabilities: adding })).toEqual({ ...none, add: true });
    expect(edits({ editingEnabled: false })).toEqual(none);
    expect(edits({ capabilities: { operations, editing: { supportsGeometryUpdate: false } } })).toEqual({
      ...all,
      reshape: false,
    });
  });

  it('are none of features that no service has, which the SDK would change in the page only', () => {
    expect(edits({ url: null })).toEqual(none);
    expect(facts({ url: undefined }).editable).toBe(false);
  });

  it('are none without the privilege, even where the map names the layer as editable', () => {
    expect(edits({ userHasEditingPrivileges: false })).toEqual(none);
    expect(edits({ userHasEditingPrivileges: true })).toEqual(all);
  });

  it('are all with the privilege of full edits, where the layer is open to any', () => {
    const full = { capabilities: adding, effectiveCapabilities: { operations } };
    expect(edits(full)).toEqual(all);
    expect(edits({ ...full, editingEnabled: false })).toEqual(none);
  });

  it('are those that a service of this server names to each caller', () => {
    vi.stubGlobal('location', { origin: 'https://maps.example.org' });
    const own = 'https://maps.example.org/server/rest/services/Trees/FeatureServer';
    expect(edits({ url: own, capabilities: adding, effectiveCapabilities: { operations } })).toEqual({
      ...none,
      add: true,
    });
  });
});
