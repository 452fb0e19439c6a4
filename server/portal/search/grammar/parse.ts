import { limits } from '../../../limits.ts';
import { all, any, negate, queryError, type QueryTree, type TermTree } from './query-tree.ts';
import { unspacedExcess } from '../text/words.ts';
import { type Token, tokenize } from './tokenize.ts';

/**
 * Reads the search language of ArcGIS portals (grammar in docs/portal-search.md). Blank text means everything.
 * @throws MappingError `portal:query-invalid`, status 400, naming the position
 */
export function parseQuery(text: string): QueryTree {
  if (text.length > limits.searchCharacters) {
    throw queryError(`it is longer than ${limits.searchCharacters} characters.`, limits.searchCharacters);
  }
  const tokens = tokenize(text);
  const tooMany = tokens.filter(({ kind }) => kind === 'word' || kind === 'phrase')[limits.searchWords];
  if (tooMany) throw queryError(`it has more than ${limits.searchWords} words.`, tooMany.position);
  const excess = unspacedExcess(text);
  if (excess !== undefined) throw queryError(`it has more than ${limits.searchWords} words.`, excess);
  const reader = new Reader(tokens);
  if (reader.next.kind === 'end') return { kind: 'everything' };
  const tree = disjunction(reader, undefined, 0);
  const rest = reader.take();
  if (rest.kind !== 'end') throw queryError(`“${rest.kind}” has no partner.`, rest.position);
  return tree;
}

class Reader {
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** The current token; the last one is `end` and is never consumed. */
  get next(): Token {
    return this.tokens[this.at] ?? { kind: 'end', position: 0 };
  }

  take(): Token {
    const token = this.next;
    if (token.kind !== 'end') this.at += 1;
    return token;
  }

  keyword(word: 'AND' | 'OR' | 'NOT' | 'TO'): boolean {
    const token = this.next;
    if (token.kind !== 'word' || !token.bare || token.text !== word) return false;
    this.at += 1;
    return true;
  }
}

function disjunction(reader: Reader, field: string | undefined, depth: number): QueryTree {
  const parts = [conjunction(reader, field, depth)];
  while (reader.keyword('OR')) parts.push(conjunction(reader, field, depth));
  return any(parts);
}

function conjunction(reader: Reader, field: string | undefined, depth: number): QueryTree {
  const parts = [clause(reader, field, depth)];
  for (;;) {
    const demanded = reader.keyword('AND');
    if (!demanded && !beginsClause(reader.next)) return all(parts);
    parts.push(clause(reader, field, depth));
  }
}

/** Whether a clause can begin here: OR and closing brackets end the row of clauses. */
function beginsClause(token: Token): boolean {
  if (token.kind === 'word') return !(token.bare && token.text === 'OR');
  return token.kind !== 'end' && token.kind !== ')' && token.kind !== ']' && token.kind !== '}';
}

function clause(reader: Reader, field: string | undefined, depth: number): QueryTree {
  let negations = 0;
  for (;;) {
    if (reader.keyword('NOT')) negations += 1;
    else if (reader.next.kind === '-') {
      reader.take();
      negations += 1;
    } else if (reader.next.kind === '+') reader.take();
    else break;
  }
  const part = atom(reader, field, depth);
  return negations % 2 === 0 ? part : negate(part);
}

function atom(reader: Reader, field: string | undefined, depth: number): QueryTree {
  const token = reader.take();
  switch (token.kind) {
    case '(':
      return group(reader, token, field, depth);
    case 'field':
      return fieldValue(reader, token, depth);
    case 'phrase':
      return { kind: 'term', field, value: { kind: 'phrase', text: token.text }, position: token.position };
    case 'word':
      if (token.bare && ['AND', 'OR'].includes(token.text)) {
        throw queryError(`something to search for is expected before ${token.text}.`, token.position);
      }
      return wordTerm(token, field);
    case '[':
    case '{':
      if (field === undefined)
        throw queryError('a range needs a field, such as created:[a TO b].', token.position);
      return range(reader, token, field);
    case 'end':
      throw queryError('something to search for is expected.', token.position);
    default:
      throw queryError(`“${token.kind}” is not expected here.`, token.position);
  }
}

function group(reader: Reader, open: Token, field: string | undefined, depth: number): QueryTree {
  if (depth >= limits.searchDepth)
    throw queryError(`brackets are nested deeper than ${limits.searchDepth}.`, open.position);
  const inner = disjunction(reader, field, depth + 1);
  if (reader.take().kind !== ')') throw queryError('this bracket is never closed.', open.position);
  return inner;
}

/** The value after `field:`, blanks between them allowed; `field:(a OR b)` gives every term inside the field. */
function fieldValue(reader: Reader, field: Token & { kind: 'field' }, depth: number): QueryTree {
  const token = reader.take();
  switch (token.kind) {
    case '(':
      return group(reader, token, field.name, depth);
    case 'phrase':
      return {
        kind: 'term',
        field: field.name,
        value: { kind: 'phrase', text: token.text },
        position: field.position,
      };
    case 'word':
      return { ...wordTerm(token, field.name), position: field.position };
    case '[':
    case '{':
      return range(reader, token, field.name);
    default:
      throw queryError(`a value is expected after “${field.name}:”.`, token.position);
  }
}

function wordTerm(token: Token & { kind: 'word' }, field: string | undefined): TermTree {
  const { text, prefix, position } = token;
  return { kind: 'term', field, value: { kind: 'word', text, prefix }, position };
}

function range(reader: Reader, open: Token, field: string): TermTree {
  const from = bound(reader);
  if (!reader.keyword('TO'))
    throw queryError('TO is expected inside a range, such as [a TO b].', reader.next.position);
  const to = bound(reader);
  const close = reader.take();
  if (close.kind !== ']' && close.kind !== '}')
    throw queryError('this range is never closed.', open.position);
  const value = {
    kind: 'range',
    from,
    to,
    fromIncluded: open.kind === '[',
    toIncluded: close.kind === ']',
  } as const;
  return { kind: 'term', field, value, position: open.position };
}

function bound(reader: Reader): string | undefined {
  const sign = reader.next.kind === '-' ? '-' : '';
  if (sign) reader.take();
  const token = reader.take();
  if (token.kind === 'phrase') return token.text;
  if (token.kind !== 'word') throw queryError('a value or * is expected inside the range.', token.position);
  return token.prefix && token.text === '' ? undefined : sign + token.text;
}
