import { afterAll, describe, expect, test } from 'vitest';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { withItemTranslations } from '../../../../wire/item-translations.ts';
import { allLanguages } from '../../../../wire/languages.ts';
import { createBudgets } from '../../../platform/budgets/budgets.ts';
import { documentThreads } from '../../../platform/documents/document-threads.ts';
import type { FormFile } from '../../../platform/http/multipart/read-form.ts';
import { limits } from '../../../limits.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { findItemType, itemTypes, looseItemTypes } from '../item-types.ts';
import { givenData, givenThumbnail } from './given-data.ts';
import { readItemInput } from './item-input.ts';

/** The fields as sent by a form. */
const read = (fields: Record<string, string | string[]>) => readItemInput(new Parameters(fields));

const refused = (fields: Record<string, string>): readonly Fault[] => {
  try {
    read(fields);
  } catch (error) {
    if (error instanceof MappingError && error.status === 400) return error.faults;
    throw error;
  }
  return [];
};
const faultsOf = (fields: Record<string, string>) => refused(fields).map(({ path }) => path);
const codesOf = (fields: Record<string, string>) => refused(fields).map(({ code, values }) => [code, values]);

test('a category is nested no deeper than those of groups', () => {
  const path = (levels: number) => `/Categories${'/a'.repeat(levels)}`;
  expect(faultsOf({ title: 't', categories: path(limits.categoryDepth) })).toEqual([]);
  expect(faultsOf({ title: 't', categories: path(limits.categoryDepth + 1) })).toEqual(['categories']);
});

test.each(['tags', 'typeKeywords', 'categories'])('%s have a length together', (name) => {
  const long = Array.from({ length: 20_000 }, (_, at) => `t${at}`);
  expect(faultsOf({ title: 't', [name]: long.join(',') })).toEqual([name]);
  expect(faultsOf({ title: 't', [name]: JSON.stringify(long) })).toEqual([name]);
});

test('properties have room for translations into every language, and a limit', () => {
  const texts = { title: 't'.repeat(limits.itemTitle), snippet: 's'.repeat(limits.itemSnippet) };
  const translations = Object.fromEntries(allLanguages.map((tag) => [tag, texts]));
  expect(faultsOf({ properties: JSON.stringify(withItemTranslations({}, translations)) })).toEqual([]);
  const ofLength = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
  expect(faultsOf({ properties: ofLength(limits.itemProperties) })).toEqual([]);
  expect(faultsOf({ properties: ofLength(limits.itemProperties + 1) })).toEqual(['properties']);
});

describe('fields of an item', () => {
  test('are stored in their columns', () => {
    expect(
      read({
        title: '  Parks ',
        type: 'web map',
        snippet: 's',
        description: '<b>d</b>',
        accessInformation: 'a',
        licenseInfo: 'l',
        culture: 'kk',
        tags: 'a, b,,a',
        typeKeywords: '["x, y","z"]',
        categories: ['/Categories/A', '/Categories/B'],
        url: ' https://example.org/FeatureServer ',
        extent: '71,51,72,52',
        properties: '{"a":1}',
        spatialReference: '4326',
      }),
    ).toEqual({
      title: 'Parks',
      type: 'Web Map',
      snippet: 's',
      description: '<b>d</b>',
      access_information: 'a',
      license_info: 'l',
      culture: 'kk',
      tags: ['a', 'b'],
      type_keywords: ['x, y', 'z'],
      categories: ['/Categories/A', '/Categories/B'],
      url: 'https://example.org/FeatureServer',
      west: 71,
      south: 51,
      east: 72,
      north: 52,
      properties: '{"a":1}',
      spatial_reference: '4326',
    });
  });

  test('managed by the portal are ignored', () => {
    const own = {
      id: 'x',
      owner: 'x',
      created: '1',
      modified: '1',
      size: '1',
      thumbnail: 'x',
      access: 'public',
      numViews: '9',
    };
    expect(read(own)).toEqual({});
  });

  test('are cleared by blank values, and only by those', () => {
    expect(read({ snippet: '', title: '', tags: ' ' })).toEqual({});
    expect(
      read({ snippet: '', title: '', tags: ' ', type: '', __proto__x: '', clearEmptyFields: 'true' }),
    ).toEqual({
      snippet: '',
      tags: [],
    });
  });

  test('report every fault', () => {
    const faults = faultsOf({
      title: 'x'.repeat(300),
      type: 'No Such',
      url: 'javascript:x',
      extent: '1',
      properties: '[',
    });
    expect(faults).toEqual(['title', 'type', 'url', 'properties', 'extent']);
    expect(faultsOf({ tags: 'x'.repeat(200) })).toEqual(['tags']);
    expect(codesOf({ title: 'x'.repeat(251), tags: 'x'.repeat(200), url: 'x', type: 'x' })).toEqual([
      ['long-title', { most: 250 }],
      ['long-tag', { most: 128 }],
      [undefined, undefined],
      ['no-web-address', { most: 2048 }],
    ]);
  });

  test.each(['https://example.org/a', 'HTTP://EXAMPLE.ORG', '/server/rest/services/Parks/FeatureServer'])(
    'accept the address %s',
    (url) => {
      expect(faultsOf({ url })).toEqual([]);
    },
  );

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//host/a',
    'ftp://host',
    'page.html',
    `https://a/${'x'.repeat(2048)}`,
  ])('reject the address %s', (url) => {
    expect(faultsOf({ url })).toEqual(['url']);
  });
});

describe('types', () => {
  test('are recognised in any letter case, each once', () => {
    expect(findItemType(' WEB MAP ')).toBe('Web Map');
    expect(findItemType('constructor')).toBeUndefined();
    expect(new Set(itemTypes.map((type) => type.toLowerCase())).size).toBe(itemTypes.length);
    for (const type of [
      'Web Map',
      'Feature Service',
      'Vector Tile Service',
      'GeoJson',
      'CSV',
      'KML',
      'Web Scene',
      'Map Service',
      'StoryMap',
    ]) {
      expect(itemTypes).toContain(type);
    }
  });

  test('are found by the beginnings of their words', () => {
    expect(looseItemTypes(['web', 'map'])).toEqual(
      expect.arrayContaining(['Web Map', 'Web Mapping Application']),
    );
    expect(looseItemTypes(['nothing'])).toEqual([]);
  });
});

describe('data', () => {
  const file = (field: string, filename: string) => ({
    field,
    filename,
    contentType: 'text/plain',
    size: 1,
    place: '/tmp/x',
    read: async () => Buffer.from('x'),
  });

  const documents = documentThreads(createBudgets().documents);
  const given = (parameters: Record<string, string>, files: FormFile[] = []) =>
    givenData({ parameters: new Parameters(parameters), files, context: { documents } });
  afterAll(() => documents.close());

  test('is the file, else text, else data', async () => {
    const files = [file('thumbnail', 'a.png'), file('file', 'C:\\maps\\trees.csv')];
    expect(await given({ text: '{}' }, files)).toMatchObject({
      name: 'trees.csv',
      data: { contentType: 'text/csv; charset=utf-8' },
    });
    expect(givenThumbnail(files)?.filename).toBe('a.png');
    expect(await given({ text: '{"a":1}' })).toMatchObject({
      data: { contentType: 'application/json' },
    });
    expect(await given({ data: 'a: 1' })).toMatchObject({
      data: { contentType: 'text/plain; charset=utf-8' },
    });
    expect(await given({})).toBeUndefined();
  });

  test('of a large text is JSON when it parses', async () => {
    const text = JSON.stringify({ text: 'x'.repeat(limits.loopCharacters) });
    expect((await given({ text }))?.data).toEqual({
      contentType: 'application/json',
      bytes: Buffer.from(text),
    });
    expect((await given({ text: `${text}]` }))?.data.contentType).toBe('text/plain; charset=utf-8');
  });

  test('at an address of another server is rejected', async () => {
    const parameters = { dataUrl: 'https://example.org' };
    await expect(given(parameters)).rejects.toMatchObject({ id: 'portal:invalid-item' });
  });
});
