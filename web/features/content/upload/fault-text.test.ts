import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { uploadFaultAt, uploadFaults } from '../../../../wire/upload-faults.ts';
import { english } from '../../../i18n/english.ts';
import { faultText } from './fault-note.tsx';
import arabic from '../../../../translations/ar.json';
import german from '../../../../translations/de.json';

const language = i18next.createInstance();
const options = {
  lng: 'de',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
} as const;
beforeAll(async () => {
  const resources = {
    de: { translation: german.messages },
    ar: { translation: arabic.messages },
    en: { translation: english },
  };
  await language.init({ ...options, resources });
  // The application asks its own instance which messages there are.
  if (!i18next.isInitialized) await i18next.init(options);
  i18next.addResourceBundle('en', 'translation', english, true, true);
});

const inCatalogue = Object.entries(english).filter(([key]) => key.startsWith('upload.fault.'));

describe('file faults', () => {
  // The other languages have the same values as the English catalogue (catalogues.test.ts).
  it('are in the catalogue, each with the text and the values of the server', () => {
    // Other clients get the form of many, which the server writes.
    const forms = inCatalogue
      .filter(([key]) => !key.endsWith('_one'))
      .map(([key, text]) => [key.replace(/_other$/, ''), text]);
    expect(Object.fromEntries(forms)).toEqual(
      Object.fromEntries(
        Object.entries(uploadFaults).map(([code, sentence]) => [`upload.fault.${code}`, sentence]),
      ),
    );
  });

  it('are shown in the user’s language', () => {
    const fault = uploadFaultAt('row-length', { line: 3 }, { found: 3, columns: 2 });
    expect(faultText(language.t, fault)).toMatch(
      /^Werte in der Zeile: 3; Spalten nach der ersten Zeile: 2\./,
    );
    expect(faultText(language.getFixedT('ar'), uploadFaultAt('empty-file'))).toBe('الملف فارغ.');
  });

  it('have the noun in the form of the number that was found', () => {
    const columns = (found: number) =>
      faultText(language.getFixedT('ar'), uploadFaultAt('too-many-columns', {}, { found, most: 250 }));
    expect(columns(1003)).toMatch(/1003 أعمدة/);
    expect(columns(1012)).toMatch(/1012 عمودًا/);
    expect(
      faultText(language.getFixedT('en'), uploadFaultAt('row-length', {}, { found: 1, columns: 3 })),
    ).toBe('The row has 1 value, but the first line has 3. Quote values that contain the delimiter.');
  });

  it.each([
    ['without a code', {}],
    ['with a code of a newer server', { code: 'too-beautiful', values: { most: 3 } }],
    ['with a code that has no message', { code: '../error.unknown' }],
  ])('%s are shown with the server’s text', (_what, more) => {
    expect(faultText(language.t, { message: 'This is wrong.', ...more })).toBe('This is wrong.');
  });

  it('keep file content verbatim', () => {
    const values = { text: '$t(error.unknown) {{column}}', column: '<b>' };
    expect(faultText(language.t, uploadFaultAt('no-coordinate', { line: 1 }, values))).toBe(
      '„$t(error.unknown) {{column}}“ in der Spalte <b> ist keine Koordinate.',
    );
  });
});
