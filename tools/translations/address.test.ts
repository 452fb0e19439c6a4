import { describe, expect, it } from 'vitest';
import { otherAddress } from './address.ts';

const found = (language: string, ...texts: string[]) =>
  otherAddress({ language, messages: Object.fromEntries(texts.entries()) });

describe('another way to address readers', () => {
  it('is found by its pronouns', () => {
    expect(found('de', 'Speichern Sie Ihre Karte.', 'Speichere Deine Karte.')).toEqual(['1: Deine']);
    expect(found('pl', 'Zapisz swoją mapę', 'Zapisz Pana mapę')).toEqual(['1: Pana']);
    expect(found('zh-CN', '您的地图', '你的地图')).toEqual(['1: 你']);
  });

  it('is not found in parts of other words', () => {
    expect(found('de', 'Individuell, durch', 'Median')).toEqual([]);
    expect(found('hi', 'तुमुल')).toEqual([]);
    expect(found('th', 'เท่านั้น', 'ของท่าน')).toEqual(['1: ท่าน']);
    expect(found('km', 'ពិភពលោក', 'លោក')).toEqual(['1: លោក']);
  });

  it('needs a list for each language', () => {
    expect(found('da', 'Du')).toEqual([]);
    expect(found('xx', 'Du')).toEqual(['xx has no list of pronouns']);
  });
});
