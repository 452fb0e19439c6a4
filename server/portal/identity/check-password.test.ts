import { describe, expect, test } from 'vitest';
import { checkPassword } from './check-password.ts';

const grace = { username: 'ghopper', fullName: 'Grace Brewster Hopper', email: 'amazing@navy.example' };
const reasonFor = (password: string, owner = grace): string | undefined => {
  try {
    checkPassword(password, owner);
    return undefined;
  } catch (error) {
    const { id, status, message } = error as { id: string; status: number; message: string };
    expect([id, status]).toEqual(['portal:weak-password', 400]);
    return message;
  }
};

describe('password', () => {
  test.each([
    'correct horse battery',
    'три слова рядом',
    '12 angry moles at 5',
    'x7'.padEnd(1024, 'qz1 l'),
    '               . ',
  ])('may be %j', (password) => {
    expect(reasonFor(password)).toBeUndefined();
  });

  test.each([
    '',
    'elevenchars',
    '🚲🌍🐢🎻🍀🏺',
    'e\u0301a\u0301o\u0301u\u0308i\u0302n\u0303',
    'x'.repeat(1025),
  ])('has 12 to 1,024 characters, unlike %j', (password) => {
    expect(reasonFor(password)).toContain('at least 12 characters');
  });

  test.each([
    'administrator',
    'Administrator',
    'QWERTY123456',
    '1qaz2wsx3edc',
    'password2026',
    '!!Password2026!!',
    'ｐａｓｓｗｏｒｄ２０２６',
    '2026-football',
    'aaaaaaaaaaaa',
    '121212121212',
    'dragondragon',
    'passwordpassword',
    '123456789987654321',
  ])('is not a common one, like %j', (password) => {
    expect(reasonFor(password)).toContain('easy to guess');
  });

  test.each([
    'i am ghopper today',
    'brewster coffee cup',
    'HOPPER hops along',
    'amazing grapes here',
    'my ｇｒａｃｅ period',
  ])('does not contain the name of its user, like %j', (password) => {
    expect(reasonFor(password)).toContain('your name');
  });

  test('may contain a name as short as ordinary words, and names of others', () => {
    expect(
      reasonFor('canada and the sea', { username: 'ada', fullName: 'Ada Li', email: '' }),
    ).toBeUndefined();
    expect(reasonFor('amazing grapes here', { ...grace, email: '' })).toBeUndefined();
  });
});
