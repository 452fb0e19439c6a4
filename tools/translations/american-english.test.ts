import { describe, expect, it } from 'vitest';
import { american, americanMessages, americanText } from './american-english.ts';
import { readEnglish, readTranslation } from './catalogues.ts';

describe('American English', () => {
  it.each([
    ['Organisation', 'Organization'],
    ['Colours of {{colour}}', 'Colors of {{colour}}'],
    ['The grey centre, centred', 'The gray center, centered'],
    ['Waiting for other analyses', 'Waiting for other analyses'],
    ['Layers can’t be analysed', 'Layers can’t be analyzed'],
    ['Storeys of 3 metres', 'Stories of 3 meters'],
    ['Parametric', 'Parametric'],
  ])('spells “%s” as “%s”', (british, expected) => {
    expect(americanText(british)).toBe(expected);
  });

  it('has the messages that English has today: npm run messages -- american', () => {
    expect(readTranslation(american).messages).toEqual(americanMessages(readEnglish()));
  });

  it('has no British words', () => {
    const british =
      /\b(\w*(colour|flavour|harbour|neighbour|behaviour|favour|labour)\w*|\w+[bcdglmnprtv](is|ys)(e[ds]?|ing|ation|able)|\w*(centre|metre|litre|catalogue|dialogue)\w*|\w+(all|ell)ed|licence|grey|programme|fulfil|enrol|towards|whilst)\b/gi;
    const american =
      /^(called|recalled|installed|uninstalled|spelled|advis|compris|exercis|otherwis|precis|promis|revis|supervis|rais|nois|pois|analyses|franchis|surpris|enterpris|disguis|merchandis|expertis|concis|advertis|televis|improvis|premis|excis|treatis|paradis|rise|wise|likewise|clockwise|counterclockwise|arise|paraphras)/i;
    const left = Object.values({ ...readEnglish(), ...readTranslation('en-US').messages }).flatMap((text) =>
      [...text.replaceAll(/\{\{.*?\}\}/g, '').matchAll(british)].map(([word]) => word),
    );
    expect(
      [...new Set(left.map((word) => word.toLowerCase()))].filter((word) => !american.test(word)),
    ).toEqual([]);
  });
});
