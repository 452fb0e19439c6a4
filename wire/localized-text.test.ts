import { describe, expect, test } from 'vitest';
import { textFor } from './localized-text.ts';

describe('textFor', () => {
  const text = { en: 'Welcome', pt: 'Bem-vindo' };
  test.each([
    ['pt-BR', 'Bem-vindo'],
    ['pt', 'Bem-vindo'],
    ['nl', 'Welcome'],
  ])('%s gives %s', (language, expected) => expect(textFor(text, language)).toBe(expected));
  test('plain text is for everybody', () => expect(textFor('Hi', 'kk')).toBe('Hi'));
});
