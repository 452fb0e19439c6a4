import i18next from 'i18next';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MappingError } from '../../wire/errors.ts';
import { refusalValues } from '../../wire/refusals.ts';
import { errorText, itemTypeName, shortErrorText } from './error-text.ts';
import { english } from './english.ts';
import { messages as german } from '../../translations/de.json' with { type: 'json' };

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: english }, de: { translation: german } },
    keySeparator: false,
    nsSeparator: false,
  });
});

const log = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => log.mockClear());
afterAll(() => log.mockRestore());

describe('error messages', () => {
  const withFaults = (...codes: (string | undefined)[]) =>
    new MappingError('portal:request-failed', 'Words of the server', {
      faults: codes.map((code) => ({ path: '', message: 'x', ...(code && { code }), values: { most: 250 } })),
    });

  it('are in the catalogue with their values, exactly those of the server', () => {
    const refusals = Object.entries(english).filter(([key]) => key.startsWith('error.refusal.'));
    const values = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
    expect(
      Object.fromEntries(refusals.map(([key, text]) => [key.replace(/_(?:one|other)$/, ''), values(text)])),
    ).toEqual(
      Object.fromEntries(
        Object.entries(refusalValues).map(([code, names]) => [`error.refusal.${code}`, names.toSorted()]),
      ),
    );
  });

  it('have the noun in the form of the allowed number', () => {
    const full = (used: number, most: number) =>
      new MappingError('quota:person-items', 'x', {
        faults: [{ path: '', message: 'x', code: 'quota-person-items', values: { used, most } }],
      });
    expect(errorText(i18next.t, full(1, 1))).toMatch(/^You have 1 of 1 item, /);
    expect(errorText(i18next.t, full(20, 20))).toMatch(/^You have 20 of 20 items, /);
  });

  it('name what a portal did not do, in the user’s language', () => {
    const notAdded = new MappingError('portal:not-added', 'Words of the server', {
      faults: [{ path: '', message: 'x', values: { name: 'grace' } }],
    });
    expect(errorText(i18next.t, notAdded)).toBe('The portal didn’t add grace to the group.');
  });

  it('are the same for a request of either kind that takes too long', () => {
    const late = (kind: string) =>
      errorText(i18next.t, new MappingError(`${kind}:timeout`, 'signal timed out'));
    expect(late('api')).toBe(late('portal'));
    expect(late('api')).not.toContain('signal');
  });

  it('are those of a job that has failed', () => {
    expect(errorText(i18next.t, withFaults('job-stopped'))).toBe(
      'The server was restarted. Nothing was changed. Try again.',
    );
  });

  it('are joined, with their values', () => {
    expect(errorText(i18next.t, withFaults('long-title', 'no-picture'))).toBe(
      'A title may have at most 250 characters. The file isn’t a PNG, JPEG, GIF or WebP image.',
    );
  });

  it.each([
    ['portal:not-permitted', 'many-folders', 'You can’t have more folders. Delete one that is empty.'],
    [
      'portal:busy',
      'too-many-jobs',
      '250 of your files are already being published. Wait for one of them to finish.',
    ],
    ['calculate:bad-value', 'no-value', 'The field must have a value, but the expression gives none.'],
    ['calculate:bad-expression', 'invalid', 'The expression isn’t valid. Unexpected “)”'],
  ])('of an error %s name its reason: %s', (id, code, text) => {
    const faults = [{ path: '', message: 'x', code, values: { most: 250, reason: 'Unexpected “)”' } }];
    expect(errorText(i18next.t, new MappingError(id, 'x', { faults }))).toBe(text);
  });

  it.each([
    ['one without a code', [undefined, 'no-title']],
    ['one that is not known here', ['no-title', 'of-tomorrow']],
    ['none', []],
  ])('fall back to the server’s text for %s', (_what, codes) => {
    expect(errorText(i18next.t, withFaults(...codes))).toBe('Words of the server');
  });
});

describe('errorText', () => {
  it.each([
    [new MappingError('portal:app-id-not-found', 'x'), 'App ID not found'],
    [new MappingError('session:no-app-id', 'x'), 'No app ID provided.'],
    [new MappingError('portal:timeout', 'x'), 'Timeout exceeded'],
    [
      new MappingError('organisation:no-revision', 'There is no such revision.'),
      'There is no such revision.',
    ],
    [new MappingError('comment:forbidden', 'x'), english['error.portal:not-permitted']],
    [new MappingError('busy:search', 'x'), english['error.database:unreachable']],
    [new MappingError('portal:service-not-found', 'x'), english['error.portal:service-not-found']],
    [
      new MappingError('portal:service-not-found', 'x', {
        faults: [{ path: 'helperServices.geocode', code: 'geocode', message: 'x' }],
      }),
      english['error.portal:service-not-found.geocode'],
    ],
    [
      new TypeError('Failed to fetch dynamically imported module: http://a.example/assets/a-1.js'),
      english['error.part-not-loaded'],
    ],
    [new Error('Importing a module script failed.'), english['error.part-not-loaded']],
  ])('returns for %s: %s', (error, text) => {
    expect(errorText(i18next.t, error)).toBe(text);
  });

  it.each([
    [new Error('')],
    ['text'],
    [undefined],
    [new MappingError('portal:request-failed', 'UNKNOWN_ERROR')],
    [new MappingError('portal:request-failed', '')],
    [new MappingError('portal:request-failed', 'portal:request-failed')],
    [new Error('UNKNOWN_ERROR_CODE: UNKNOWN_ERROR')],
    [new MappingError('portal:request-failed', '5f0c2a9e-41b7-4f3e-9d55-0c1f2a3b4c5d')],
    [new MappingError('portal:request-failed', 'ee5fd16ae013884d663468b39c8b9158')],
    [new MappingError('portal:request-failed', 'HTTP 500 Internal Server Error')],
    [new Error('Request failed with status code 502')],
    [new Error('https://maps.example/assets/map-page-1.js')],
    [new TypeError("Cannot read properties of undefined (reading 'x')")],
    [new SyntaxError('Unexpected token < in JSON')],
    [new Error('This browser cannot draw pictures.')],
    [new DOMException('The requested file could not be read.', 'NotReadableError')],
  ])('returns a generic message with advice for the unexpected %s', (error) => {
    expect(errorText(i18next.t, error)).toBe(
      'Something went wrong. Try again. If it keeps happening, reload the page or contact an administrator.',
    );
  });
});

it('logs an error of the program once, and none of the product', () => {
  const error = new Error('This browser cannot draw pictures.');
  errorText(i18next.t, error);
  errorText(i18next.t, error);
  errorText(i18next.t, new MappingError('portal:timeout', 'x'));
  expect(log.mock.calls).toEqual([[error]]);
});

describe('an unexpected server error', () => {
  const german = i18next.getFixedT('de');
  const cure =
    'Etwas ist schiefgelaufen. Versuchen Sie es erneut. Geschieht es wieder, laden Sie die Seite neu oder wenden Sie sich an einen Administrator.';
  const ofServer = 'Something went wrong. If it happens again, report this id: r-1';

  it.each([
    ['of our API', new MappingError('http:unexpected', ofServer, { requestId: 'r-1' })],
    ['of our portal', new MappingError('portal:failed', 'Something went wrong', { requestId: 'r-1' })],
    ['with an id of its own', new MappingError('config:lost', 'Something went wrong', { requestId: 'r-1' })],
  ])('%s is shown in the user’s language, with its id', (_what, error) => {
    expect(errorText(german, error)).toBe(`${cure} Fehler-ID: r-1`);
  });

  it('keeps the catalogue’s message, with its id', () => {
    const error = new MappingError('layer:failed', 'no', { requestId: 'r-1' });
    expect(errorText(i18next.t, error)).toBe('Couldn’t be loaded. Error ID: r-1');
  });

  it.each([
    ['Unable to complete operation.', ' Das Portal meldet: „Unable to complete operation.“', undefined],
    ['UNKNOWN_ERROR', '', cure],
  ])('of another portal ends with its message, if any: %s', (words, end, short = words) => {
    const error = new MappingError('portal:failed', words);
    expect(errorText(german, error)).toBe(`${cure}${end}`);
    expect(shortErrorText(german, error)).toBe(short);
  });

  it('has the words of another portal at a sign-in after the message', () => {
    expect(errorText(german, new MappingError('session:failed', 'User is locked.'))).toBe(
      `${cure} Das Portal meldet: „User is locked.“`,
    );
  });

  it('keeps its id in the short form', () => {
    const error = new MappingError('portal:failed', 'Something went wrong', { requestId: 'r-1' });
    expect(shortErrorText(german, error)).toBe(`${cure} Fehler-ID: r-1`);
  });
});

describe('item type name', () => {
  beforeAll(async () => {
    await i18next.init({
      lng: 'de',
      resources: { en: { translation: english }, de: { translation: german } },
      keySeparator: false,
      nsSeparator: false,
    });
  });

  it.each([
    ['Web Map', 'Webkarte'],
    ['Vector Tile Service', 'Vektorkachel-Layer'],
    ['StoryMap', 'Story Map'],
    ['CSV', 'CSV'],
    ['Rule Package', 'Rule Package'],
    ['constructor', 'constructor'],
    ['', ''],
  ])('%s is called %s', (type, name) => {
    expect(itemTypeName(i18next.t, type)).toBe(name);
  });
});
