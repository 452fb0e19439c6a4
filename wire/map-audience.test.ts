import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  audienceIn,
  audiencePresets,
  everything,
  mapAudienceSchema,
  mayUseTool,
  withAudience,
  withoutHiddenParts,
} from './map-audience.ts';

const audience = (parts: object) => mapAudienceSchema.parse(parts);

describe('tools of readers', () => {
  it.each([
    [{}, 'analysis', true],
    [{ preset: 'viewer' }, 'layers', true],
    [{ preset: 'viewer' }, 'edit', false],
    [{ preset: 'viewer' }, 'save', false],
    [{ preset: 'editor' }, 'edit', true],
    [{ preset: 'editor' }, 'save', false],
    [{ preset: 'presenter' }, 'legend', true],
    [{ preset: 'presenter' }, 'layers', false],
    [{ preset: 'custom', tools: ['measure'] }, 'measure', true],
    [{ preset: 'custom', tools: ['measure'] }, 'legend', false],
    [{ preset: 'custom' }, 'legend', false],
    [{ exports: false }, 'print', false],
    [{ copies: false }, 'save', false],
    [{ copies: false }, 'share', false],
    [{ copies: false }, 'history', false],
    [{ preset: 'custom', tools: ['save', 'print'], copies: false }, 'save', false],
  ])('%j: %s is %s', (parts, tool, allowed) => {
    expect(mayUseTool(audience(parts), tool)).toBe(allowed);
  });

  it('never include a tool for copies or exports that is turned off', () => {
    const anyone = fc.record({
      preset: fc.constantFrom(...audiencePresets),
      tools: fc.subarray(['save', 'history', 'share', 'print', 'legend']),
    });
    fc.assert(
      fc.property(anyone, fc.constantFrom('save', 'history', 'share', 'print'), (parts, tool) => {
        expect(mayUseTool(audience({ ...parts, copies: false, exports: false }), tool)).toBe(false);
      }),
    );
  });
});

describe('audience', () => {
  it.each([
    { preset: 'nobody' },
    { bounds: [10, 0, 5, 1] },
    { bounds: [0, 0, 200, 1] },
    { minZoom: 12, maxZoom: 12 },
    { minZoom: 25 },
    { text: 'a'.repeat(4001) },
    { tools: [1] },
  ])('is not %j', (parts) => {
    expect(mapAudienceSchema.safeParse(parts).success).toBe(false);
  });

  it('keeps members of other versions', () => {
    expect(audience({ preset: 'viewer', later: { a: 1 } })).toMatchObject({ later: { a: 1 } });
  });

  it('is read from a document, and one that cannot be read counts as none', () => {
    const document = withAudience({ version: '2.34' }, audience({ preset: 'viewer' }));
    expect(audienceIn(document)?.preset).toBe('viewer');
    expect(audienceIn(withAudience(document, undefined))).toBeUndefined();
    expect(audienceIn({ mappingAudience: { preset: 'nobody' } })).toBeUndefined();
    expect(audienceIn(undefined)).toBeUndefined();
  });
});

describe('a snapshot for an audience', () => {
  const stops = { id: 'stops', attributeTableInfo: { columns: [1] }, popupInfo: {} };
  const document = {
    operationalLayers: [{ layers: [stops] }, stops, { featureCollection: { layers: [stops] } }],
    tables: [{ id: 'lines' }],
    baseMap: {},
  };

  const shown = { id: 'stops', popupInfo: {} };

  it('without tables has neither tables nor their columns', () => {
    expect(withoutHiddenParts(withAudience(document, audience({ tables: false })))).toEqual({
      mappingAudience: audience({ tables: false }),
      operationalLayers: [{ layers: [shown] }, shown, { featureCollection: { layers: [shown] } }],
      baseMap: {},
    });
  });

  it('is complete otherwise', () => {
    for (const one of [document, withAudience(document, everything)])
      expect(withoutHiddenParts(one)).toBe(one);
  });
});
