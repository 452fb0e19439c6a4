import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { MappingError } from '../../../wire/errors.ts';
import { errorText } from './error-text.ts';
import { english } from './messages/en/index.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: english } },
    keySeparator: false,
    nsSeparator: false,
  });
});

describe('errorText', () => {
  it.each([
    [new MappingError('portal:app-id-not-found', 'x'), 'App ID not found'],
    [new MappingError('session:no-app-id', 'x'), 'No app ID provided.'],
    [new MappingError('portal:timeout', 'x'), 'Timeout exceeded'],
    [
      new MappingError('organisation:not-found', 'There is no such organisation.'),
      'There is no such organisation.',
    ],
    [new Error('Plain'), 'Plain'],
    [new Error(''), 'Something went wrong'],
    ['text', 'Something went wrong'],
    [undefined, 'Something went wrong'],
  ])('says for %s: %s', (error, text) => {
    expect(errorText(i18next.t, error)).toBe(text);
  });
});
