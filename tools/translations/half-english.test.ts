import { describe, expect, it } from 'vitest';
import { halfEnglish } from './half-english.ts';

const others = ['am', 'ar', 'el', 'ja', 'th'];
/** The same messages in several languages, and other ones in Russian. */
const found = (each: string, russian: string, shared?: string) =>
  halfEnglish([
    ...others.map((language) => ({ language, messages: { key: each } })),
    { language: 'ru', messages: { key: russian }, ...(shared && { shared }) },
    { language: 'de', messages: { key: 'Layer' } },
  ]);

describe('messages that are partly English', () => {
  it('have a word of Latin letters, also next to other ones', () => {
    expect(found('{{layer}}', 'Слияние (Dissolve)')).toEqual(['ru key: dissolve']);
    expect(found('{{layer}}', 'scopeы')).toEqual(['ru key: scope']);
  });

  it('are not those with names, units, acronyms, addresses, identifiers and placeholders', () => {
    const text =
      'ArcGIS, file geodatabaseы, 5 km², HTTPS, https://, SMTP_URL, {{layer}} {lang}, entityID, @name, a–z, WGS84';
    expect(found('{{layer}}', text)).toEqual([]);
  });

  it('are not those with words that most languages keep in that message, or that are the language’s own', () => {
    expect(found('Keycloak', 'Keycloak')).toEqual([]);
    expect(found('{{layer}}', 'Файлы cookie', 'cookie')).toEqual([]);
  });

  it('of a plural form are compared with those of all forms', () => {
    const english = halfEnglish([
      { language: 'ja', messages: { key_other: 'Keycloak' } },
      { language: 'ru', messages: { key_few: 'Keycloak' } },
    ]);
    expect(english).toEqual([]);
  });
});
