import type Graphic from '@arcgis/core/Graphic.js';
import { describe, expect, it } from 'vitest';
import { fitPopup } from './popup.ts';

interface Template {
  lastEditInfoEnabled: boolean;
  fieldInfos: object[];
  content: unknown;
  clone(): Template;
}

const rows = (...names: string[]) => names.map((fieldName) => ({ fieldName }));

function template(content: unknown, fieldInfos: object[] = []): Template {
  return {
    lastEditInfoEnabled: true,
    fieldInfos,
    content,
    clone() {
      return { ...structuredClone({ ...this, clone: undefined }), clone: this.clone };
    },
  };
}

function fit(popupTemplate: Template, attributes: object, visitor = false) {
  const layer = { popupTemplate, editFieldsInfo: { editorField: 'editor' } };
  const feature = { layer, attributes, popupTemplate: null as Template | null };
  fitPopup(feature as unknown as Graphic, visitor);
  return feature.popupTemplate;
}

describe('the popup of a feature', () => {
  it('omits rows without a value and does not modify the layer’s template', () => {
    const own = template([
      { type: 'text', text: 'About' },
      { type: 'fields', fieldInfos: rows('kind', 'bench', 'website', 'lines', 'expression/age') },
    ]);
    const shown = fit(own, { kind: 'Bus stop', bench: null, website: ' ', lines: 0 });
    expect(shown?.content).toEqual([
      { type: 'text', text: 'About' },
      { type: 'fields', fieldInfos: rows('kind', 'lines', 'expression/age') },
    ]);
    expect(own.content).toHaveLength(2);
    expect(own.content).toMatchObject([{}, { fieldInfos: { length: 5 } }]);
  });

  it('has expressions that end, and does not modify the layer’s', () => {
    const endless = { name: 'age', expression: 'while (true) { }' };
    const own = {
      ...template([{ type: 'expression', expressionInfo: { ...endless } }]),
      expressionInfos: [endless],
    };
    const shown = fit(own, {}) as unknown as typeof own;
    expect(shown.expressionInfos[0]?.expression).toContain('while (mappingStep()');
    expect(JSON.stringify(shown.content)).toContain('while (mappingStep()');
    expect(endless.expression).toBe('while (true) { }');
  });

  it('of a cluster is that of clusters, changed only where an expression may not end', () => {
    const clusters = (expression: string) => {
      const own = { ...template([]), expressionInfos: [{ name: 'most', expression }] };
      const layer = { popupTemplate: template([]), featureReduction: { popupTemplate: own } };
      const feature = { isAggregate: true, layer, attributes: {}, popupTemplate: null as typeof own | null };
      fitPopup(feature as unknown as Graphic, false);
      return feature.popupTemplate;
    };
    expect(clusters('First($aggregatedFeatures)')).toBeNull();
    expect(clusters('for (;;) { }')?.expressionInfos[0]?.expression).toContain('for (;mappingStep();)');
  });

  it('uses the template’s rows where a table has none of its own', () => {
    const own = template([{ type: 'fields' }], rows('kind', 'bench'));
    expect(fit(own, { kind: 'Bus stop', bench: '' })?.content).toEqual([
      { type: 'fields', fieldInfos: rows('kind') },
    ]);
    expect(fit(own, { kind: null, bench: '' })?.content).toEqual([]);
  });

  it.each([
    [true, false],
    [false, true],
  ])('shows the editor’s name to members only (visitor: %s)', (visitor, namesEditor) => {
    expect(fit(template('{name}'), {}, visitor)).toMatchObject({
      lastEditInfoEnabled: namesEditor,
      content: '{name}',
    });
  });
});

it('the popup of a cluster stays its own', () => {
  const layer = { popupTemplate: template([{ type: 'fields' }]) };
  const cluster = { layer, isAggregate: true, attributes: {}, popupTemplate: null };
  expect(fitPopup(cluster as unknown as Graphic, true).popupTemplate).toBeNull();
});
