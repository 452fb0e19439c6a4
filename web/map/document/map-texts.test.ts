import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { translatedDocument } from '../translations/translations.ts';
import { type TextKind, withTexts } from './map-texts.ts';

const trees = {
  id: 'trees',
  title: 'Trees',
  layerType: 'ArcGISFeatureLayer',
  popupInfo: {
    title: 'Tree {id}',
    fieldInfos: [{ fieldName: 'height', label: 'Height' }],
    popupElements: [{ type: 'text', text: '<b>Planted</b>' }, { type: 'fields' }],
  },
  formInfo: {
    formElements: [
      { type: 'group', label: 'Care', formElements: [{ type: 'field', label: 'Height', hint: 'In metres' }] },
    ],
  },
  layerDefinition: {
    drawingInfo: {
      renderer: { type: 'uniqueValue', field1: 'kind', uniqueValueInfos: [{ value: 'oak', label: 'Oak' }] },
    },
  },
};
const map = {
  operationalLayers: [{ id: 'group', title: 'Nature', layerType: 'GroupLayer', layers: [trees] }, null],
  baseMap: { title: 'Streets', baseMapLayers: [{ title: 'Streets' }] },
  bookmarks: [{ name: 'Old town' }],
  mappingPresentation: { slides: [{ title: 'Old town', text: 'Where it began' }] },
  other: { title: 'Trees' },
};

function textsOf(document: unknown) {
  const found: [TextKind, string, string][] = [];
  withTexts(document, (text, kind, layer) => {
    found.push([kind, layer, text]);
    return text;
  });
  return found;
}

describe('texts of a map', () => {
  it('are those of layers, popups, forms, legends, bookmarks and slides', () => {
    expect(textsOf(map)).toEqual([
      ['layer', 'Nature', 'Nature'],
      ['layer', 'Trees', 'Trees'],
      ['popup', 'Trees', 'Tree {id}'],
      ['field', 'Trees', 'Height'],
      ['popup', 'Trees', '<b>Planted</b>'],
      ['form', 'Trees', 'Care'],
      ['form', 'Trees', 'Height'],
      ['form', 'Trees', 'In metres'],
      ['legend', 'Trees', 'Oak'],
      ['basemap', '', 'Streets'],
      ['bookmark', '', 'Old town'],
      ['bookmark', '', 'Old town'],
      ['slide', '', 'Where it began'],
    ]);
  });

  it('are replaced in a copy, which shares everything else with the document', () => {
    const dictionary = new Map([
      ['Trees', 'Bäume'],
      ['Height', 'Höhe'],
      ['Streets', ''],
    ]);
    const shown = translatedDocument(map, dictionary) as typeof map;
    expect(shown.operationalLayers[0]?.layers[0]).toMatchObject({
      title: 'Bäume',
      popupInfo: { title: 'Tree {id}', fieldInfos: [{ fieldName: 'height', label: 'Höhe' }] },
      formInfo: { formElements: [{ label: 'Care', formElements: [{ label: 'Höhe' }] }] },
    });
    expect(shown.operationalLayers[0]?.layers[0]?.layerDefinition).toBe(trees.layerDefinition);
    expect(shown.other).toBe(map.other);
    expect(trees.title).toBe('Trees');
    expect(translatedDocument(map, dictionary)).toBe(shown);
    expect(translatedDocument(map, new Map([['nothing', 'x']]))).toBe(map);
    expect(translatedDocument(map, undefined)).toBe(map);
  });

  it.each(readdirSync('testing/portal-content/web-maps').filter((name) => name.endsWith('.json')))(
    'of %s can be replaced',
    (file) => {
      const document: unknown = JSON.parse(readFileSync(`testing/portal-content/web-maps/${file}`, 'utf8'));
      const before = JSON.stringify(document);
      const shown = withTexts(document, (text) => `${text}*`);
      expect(JSON.stringify(document)).toBe(before);
      expect(textsOf(shown).map(([, , text]) => text)).toEqual(
        textsOf(document).map(([, , text]) => `${text}*`),
      );
      expect(withTexts(document, (text) => text)).toBe(document);
    },
  );
});
