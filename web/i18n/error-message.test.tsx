import { render } from '@testing-library/react';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MappingError } from '../../wire/errors.ts';
import { ErrorMessage } from './error-message.tsx';

const englishOf = (error: unknown, within?: (text: string) => string) => {
  const { container } = render(<ErrorMessage error={error} {...(within && { within })} />);
  return [...container.querySelectorAll('[lang=en]')].map(({ textContent }) => textContent);
};

describe('an error on a page in German', () => {
  beforeAll(async () => void (await i18next.changeLanguage('de')));
  afterAll(async () => void (await i18next.changeLanguage('en')));

  it('has the words of a server marked as English', () => {
    expect(englishOf(new MappingError('portal:failed', 'Unable to add the item'))).toEqual([
      'Unable to add the item',
    ]);
    const ofCatalogue = new MappingError('portal:no-such-error', 'The layer has no field “name”.');
    expect(englishOf(ofCatalogue)).toEqual(['The layer has no field “name”.']);
  });

  it('has the reason of a fault marked, within a sentence too', () => {
    const fault = { path: '', message: 'x', code: 'broken-xml', values: { reason: 'unclosed tag' } };
    const error = new MappingError('portal:request-failed', 'Words of the server', { faults: [fault] });
    expect(englishOf(error)).toEqual(['unclosed tag']);
    expect(englishOf(error, (text) => `Nicht gespeichert: ${text}`)).toEqual(['unclosed tag']);
  });

  it('has nothing marked where all of it is translated, or a portal answers in another language', () => {
    expect(englishOf(new MappingError('portal:timeout', 'x'))).toEqual([]);
    expect(englishOf(new MappingError('portal:failed', 'Элемент не добавлен'))).toEqual([]);
    expect(englishOf(new Error('x'))).toEqual([]);
  });
});

it('an error on an English page has nothing marked', () => {
  expect(englishOf(new MappingError('portal:failed', 'Unable to add the item'))).toEqual([]);
});
