import { describe, expect, test } from 'vitest';
import { isHouseNumber, numberKey, streetKey } from './street-words.ts';

describe('house numbers', () => {
  test.each(['12', '12/4', '19а', '37Б', '12к4', '12-4', '№7', '1', '۱۲', '٢٥أ'])('include %s', (text) =>
    expect(isHouseNumber(text)).toBe(true),
  );
  test.each(['Абая', '5th-avenue', 'E32', '123456', '', '%', '12/'])('do not include %s', (text) =>
    expect(isHouseNumber(text)).toBe(false),
  );
  test.each([
    ['12 А', '12a'],
    ['12а', '12a'],
    ['12к4', '12/4'],
    ['12 корпус 4', '12/4'],
    ['12-4', '12/4'],
    ['№ 7', '7'],
    ['۱۲۳', '123'],
  ])('store %s as %s', (text, key) => expect(numberKey(text)).toBe(key));
});

describe('street keys', () => {
  const key = (street: string) => streetKey(street, 'Астана', 'KZ');
  test('do not depend on order, abbreviation and language of the kind of street', () => {
    expect(key('ул. Достык')).toBe(key('улица Достык'));
    expect(key('Мангилик Ел проспект')).toBe(key('проспект Мангилик Ел'));
    expect(key('Dostyk street')).toBe(key('улица Достык'));
  });
  test('distinguish street from avenue, and cities', () => {
    expect(key('улица Абая')).not.toBe(key('проспект Абая'));
    expect(key('улица Абая')).not.toBe(streetKey('улица Абая', 'Алматы', 'KZ'));
  });
});
