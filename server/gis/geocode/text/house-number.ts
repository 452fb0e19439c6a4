import { letters } from './letters.ts';

const number = /^\d{1,5}\p{L}{0,2}(?:[/\\-]\d{1,4}\p{L}?|[kк]\d{1,3})?$/iu;

/** Whether a chunk can be a house number: `12`, `12/4`, `19а`, `12к4`, `№ 7`. */
export function isHouseNumber(chunk: string): boolean {
  return number.test(withoutSign(chunk));
}

/** Compared form of numbers: `12 А` as `12a`, `12-4` and `12к4` as `12/4`. */
export function numberKey(text: string): string {
  const latin = Array.from(withoutSign(text).toLowerCase(), (letter) => letters[letter] ?? letter).join('');
  return latin
    .replace(/(\d)\s*(?:k|korp(?:us)?\.?)\s*(\d)/g, '$1/$2')
    .replace(/[\\-]/g, '/')
    .replace(/[^a-z0-9/]/g, '')
    .slice(0, 20);
}

/** `№ 7` and `#7` as `7`. */
function withoutSign(text: string): string {
  return text.replace(/^[№#]\s*/u, '').normalize('NFKC');
}
