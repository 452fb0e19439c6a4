import { describe, expect, it } from 'vitest';
import { leftInEnglish } from './left-in-english.ts';

const english = {
  'layer.name': 'Layer',
  'layer.count_other': '{{number}} layers',
  'file.formats': 'CSV, Shapefile (zip), file geodatabase (zip)',
  'file.choose': 'Choose a file',
  'wkid.code': 'EPSG {{code}}',
};
const left = (messages: Record<string, string>, shared?: string) =>
  leftInEnglish(english, { language: 'xx', messages, ...(shared && { shared }) });

describe('messages left in English', () => {
  it('are those whose words are neither names nor the language’s own', () => {
    const messages = {
      'layer.name': 'Layer',
      'file.formats': english['file.formats'],
      'file.choose': 'Choose a file',
      'wkid.code': 'EPSG {{code}}',
    };
    expect(left(messages)).toEqual(['layer.name: layer', 'file.choose: choose file']);
    expect(left(messages, 'layer file')).toEqual(['file.choose: choose']);
  });

  it('are found in plural forms that English lacks', () => {
    expect(left({ 'layer.count_few': '{{number}} layers' })).toEqual(['layer.count_few: layers']);
  });

  it('are not those that differ', () => {
    expect(left({ 'layer.name': 'Couche', 'file.choose': 'Choose a File' })).toEqual([]);
  });
});
