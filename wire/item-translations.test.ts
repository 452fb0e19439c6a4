import { describe, expect, it } from 'vitest';
import { itemText, translationsOfItem, withItemTranslations } from './item-translations.ts';

const trees = {
  title: 'Trees',
  snippet: 'Every tree of the city',
  properties: {
    other: 1,
    mappingTranslations: {
      de: { title: 'Bäume' },
      'zh-TW': { title: '樹木', snippet: '市內的樹' },
      '': { title: '?' },
    },
  },
};

describe('texts of an item', () => {
  it.each([
    ['de', 'title', 'Bäume'],
    ['de-AT', 'title', 'Bäume'],
    ['de', 'snippet', 'Every tree of the city'],
    ['zh-HK', 'snippet', '市內的樹'],
    ['fr', 'title', 'Trees'],
  ] as const)('in %s: %s', (language, name, text) => {
    expect(itemText(trees, name, language)).toBe(text);
  });

  it.each([
    null,
    undefined,
    'x',
    { mappingTranslations: [] },
    { mappingTranslations: { de: 'Bäume', fr: { title: 1 } } },
  ])('are its own where its properties are %j', (properties) => {
    expect(translationsOfItem(properties)).toEqual({});
    expect(itemText({ ...trees, properties }, 'title', 'de')).toBe('Trees');
  });

  it('are empty where it has none', () => {
    expect(itemText({ properties: trees.properties }, 'snippet', 'de')).toBe('');
  });
});

describe('properties', () => {
  it('keep other members', () => {
    expect(withItemTranslations(trees.properties, {})).toEqual({ other: 1 });
    expect(withItemTranslations(null, { de: { title: 'Bäume' } })).toEqual({
      mappingTranslations: { de: { title: 'Bäume' } },
    });
  });
});
