import { quoteShort, syntaxError } from './syntax-tree.ts';

/** `word` is a bare name or keyword, `name` one in double quotes, `text` a literal in single quotes. */
export interface Token {
  kind: 'word' | 'name' | 'text' | 'number' | 'symbol' | 'end';
  /** The token as written; for `name` and `text` without quotes and with doubled quotes undone. */
  value: string;
  /** Offset in the clause. */
  at: number;
}

const space = /\s+/y;
const word = /[\p{L}_][\p{L}\p{N}_]*/uy;
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const symbol = /<=|>=|<>|!=|\|\||[=<>+\-*/(),]/y;
const patterns = [
  ['number', number],
  ['symbol', symbol],
  ['word', word],
] as const;

/**
 * Splits a clause into tokens, the last of kind `end`.
 * @throws MappingError `services:invalid-query` (400) at the first invalid character
 */
export function tokenize(text: string, parameter: string): Token[] {
  const tokens: Token[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const token = readToken(text, at, parameter);
    tokens.push(token.token);
    at = skipSpace(text, token.end);
  }
  tokens.push({ kind: 'end', value: '', at: text.length });
  return tokens;
}

function readToken(text: string, at: number, parameter: string): { token: Token; end: number } {
  const first = text[at];
  if (first === "'") return readQuoted(text, at, at, 'text', parameter);
  if (first === '"') return readQuoted(text, at, at, 'name', parameter);
  // National character literals: N'…'.
  if ((first === 'N' || first === 'n') && text[at + 1] === "'")
    return readQuoted(text, at, at + 1, 'text', parameter);
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match === undefined) continue;
    const end = at + match.length;
    if (kind === 'number' && startsWord(text, end)) {
      throw syntaxError(parameter, at, `${quoteShort(match + text[end])} is neither a number nor a name.`);
    }
    return { token: { kind, value: match, at }, end };
  }
  throw syntaxError(
    parameter,
    at,
    `${quoteShort(String.fromCodePoint(text.codePointAt(at) ?? 0))} has no meaning here.`,
  );
}

function readQuoted(text: string, at: number, open: number, kind: 'text' | 'name', parameter: string) {
  const quote = text[open] ?? '';
  let value = '';
  let from = open + 1;
  for (;;) {
    const close = text.indexOf(quote, from);
    if (close < 0) throw syntaxError(parameter, at, `The quote ${quote} is not closed.`);
    value += text.slice(from, close);
    if (text[close + 1] !== quote) return { token: checked({ kind, value, at }, parameter), end: close + 1 };
    value += quote;
    from = close + 2;
  }
}

/** PostgreSQL stores no NUL character and no lone surrogate. */
function checked(token: Token, parameter: string): Token {
  if (token.value.includes('\0'))
    throw syntaxError(parameter, token.at, 'Text cannot contain the character NUL.');
  if (!token.value.isWellFormed())
    throw syntaxError(parameter, token.at, 'The text contains invalid Unicode: an unpaired surrogate.');
  return token;
}

function startsWord(text: string, at: number): boolean {
  word.lastIndex = at;
  return word.test(text);
}

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}
