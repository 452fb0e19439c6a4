import { expect, it } from 'vitest';
import { Clusters } from './clusters.ts';

const letters = (text: string) => {
  const clusters = new Clusters(() => undefined);
  return Array.from(clusters.encode(text), (code) => clusters.find(code.codePointAt(0) ?? 0)?.text ?? code);
};

it.each([
  ['Devanagari, a vowel that stands before its consonant', 'दिल्ली', ['दि', 'ल्ली']],
  ['Devanagari, a conjunct', 'लक्ष्मी', ['ल', 'क्ष्मी']],
  ['Devanagari, a consonant that shall not join', 'क्‌ष', ['क्‌', 'ष']],
  ['Bangla', 'ঢাকা', ['ঢা', 'কা']],
  ['Khmer, a subscript', 'ភ្នំពេញ', ['ភ្នំ', 'ពេ', 'ញ']],
  ['Myanmar, a stacked consonant', 'မန္တလေး', ['မ', 'န္တ', 'လေး']],
  ['Sinhala, with a joiner', 'ශ්‍රී ලංකා', ['ශ්‍රී', ' ', 'ලං', 'කා']],
  ['Sinhala, without one', 'මඩ්ඩල', ['ම', 'ඩ්', 'ඩ', 'ල']],
  ['Tamil, whose consonants stay apart', 'சென்னை', ['செ', 'ன்', 'னை']],
  ['Latin among them', 'NH-48 दिल्ली', ['N', 'H', '-', '4', '8', ' ', 'दि', 'ल्ली']],
])('%s', (_, text, expected) => {
  expect(letters(text)).toEqual(expected);
});

it.each(['Rīga', 'Ελλάδα', 'القاهرة', 'กรุงเทพ', '東京都', 'አዲስ አበባ', ''])('leaves %s as it is', (text) => {
  expect(new Clusters(() => undefined).encode(text)).toBe(text);
});

it('has a code for a private character of a text, which would otherwise stand for a cluster', () => {
  const clusters = new Clusters(() => undefined);
  clusters.encode('दि');
  expect(clusters.in(clusters.encode('\uE000')).map(({ text }) => text)).toEqual(['\uE000']);
});

it('gives equal clusters the same code, and releases the code of the first one when all are taken', () => {
  const released: number[] = [];
  const clusters = new Clusters((code) => released.push(code));
  const first = clusters.codeOf('a0');
  for (let at = 1; at < 6400; at += 1) clusters.codeOf(`a${at}`);
  expect(clusters.codeOf('a0')).toBe(first);
  expect(released).toEqual([]);
  expect(clusters.codeOf('b')).toBe(first);
  expect(released).toEqual([first]);
  expect(clusters.find(first)?.text).toBe('b');
  expect(clusters.codeOf('a0')).not.toBe(first);
});
