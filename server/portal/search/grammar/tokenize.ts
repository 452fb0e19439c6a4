import { queryError } from './query-tree.ts';

export type Token =
  | { kind: '(' | ')' | '[' | ']' | '{' | '}' | '+' | '-'; position: number }
  /** `name:`; the name in lower case. */
  | { kind: 'field'; name: string; position: number }
  /** `bare`: nothing in it was escaped, so it may be AND, OR, NOT or TO. */
  | { kind: 'word'; text: string; prefix: boolean; bare: boolean; position: number }
  | { kind: 'phrase'; text: string; position: number }
  | { kind: 'end'; position: number };

const startsName = /[A-Za-z]/;
const continuesName = /[A-Za-z0-9_.-]/;
const breaksWord = /[\s()[\]{}"]/;
const boost = /^\^\d+(\.\d+)?/;

/**
 * Splits a search text into tokens; boosts (`^2`) are parsed and dropped.
 * @throws MappingError `portal:query-invalid` for an unclosed quote
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    const position = at;
    if (/\s/.test(character)) {
      at += 1;
    } else if (isBracket(character)) {
      tokens.push({ kind: character, position });
      at += 1;
    } else if (character === '"') {
      const phrase = readPhrase(text, at);
      tokens.push({ kind: 'phrase', text: phrase.text, position });
      at = phrase.end;
    } else if (isSign(character) && startsTerm(tokens.at(-1)) && /[^\s)\]}]/.test(text[at + 1] ?? ' ')) {
      tokens.push({ kind: character, position });
      at += 1;
    } else {
      const skipped = boost.exec(text.slice(at, at + 20))?.[0];
      if (skipped) {
        at += skipped.length;
        continue;
      }
      const { token, end } = readWord(text, at);
      tokens.push(token);
      at = end;
    }
  }
  tokens.push({ kind: 'end', position: text.length });
  return tokens;
}

/** A sign right after `field:` belongs to the value (`owner:-x`). */
function startsTerm(previous: Token | undefined): boolean {
  return previous?.kind !== 'field';
}

function isBracket(character: string): character is '(' | ')' | '[' | ']' | '{' | '}' {
  return '()[]{}'.includes(character);
}

function isSign(character: string): character is '+' | '-' {
  return character === '+' || character === '-';
}

function readPhrase(text: string, start: number): { text: string; end: number } {
  let phrase = '';
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '"') return { text: phrase, end: at + 1 };
    if (character === '\\' && at + 1 < text.length) at += 1;
    phrase += text[at];
  }
  throw queryError('a quotation mark is opened here and never closed.', start);
}

function readWord(text: string, start: number): { token: Token; end: number } {
  let word = '';
  let bare = true;
  // Kept for each character: reading the word again at each colon would take the square of its length.
  let isName = false;
  let prefix = false;
  let at = start;
  for (; at < text.length; at++) {
    const character = text[at] ?? '';
    if (breaksWord.test(character) || (character === '^' && boost.test(text.slice(at, at + 20)))) break;
    if (character === ':' && bare && isName) {
      return { token: { kind: 'field', name: word.toLowerCase(), position: start }, end: at + 1 };
    }
    prefix = character === '*';
    if (character === '\\' && at + 1 < text.length) {
      bare = false;
      at += 1;
    }
    isName = word === '' ? startsName.test(character) : isName && continuesName.test(character);
    word += text[at];
  }
  if (prefix) word = word.slice(0, -1);
  return { token: { kind: 'word', text: word, prefix, bare: bare && !prefix, position: start }, end: at };
}
