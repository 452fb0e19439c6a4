import { quoteShort, syntaxError } from './syntax-tree.ts';
import { type Token, tokenize } from './tokenize.ts';

/**
 * Maximum nesting of expressions, and maximum length of a chain of operators, so that parsing never overflows the stack.
 */
const deepest = 64;

/** Reads the tokens of a clause; every error has its position and what was expected. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  readonly #parameter: string;
  #index = 0;
  #depth = 0;

  constructor(text: string, parameter: string) {
    this.#parameter = parameter;
    this.#tokens = tokenize(text, parameter);
  }

  peek(ahead = 0): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[Math.min(this.#index + ahead, last)] ?? { kind: 'end', value: '', at: 0 };
  }

  next(): Token {
    const token = this.peek();
    this.#index += 1;
    return token;
  }

  /** Whether the token at this offset is this keyword (never a quoted name). */
  sees(keyword: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'word' && token.value.toUpperCase() === keyword;
  }

  seesSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.value === symbol;
  }

  /** Consumes the keyword if it is next. */
  take(keyword: string): boolean {
    const seen = this.sees(keyword);
    if (seen) this.#index += 1;
    return seen;
  }

  takeSymbol(symbol: string): boolean {
    const seen = this.seesSymbol(symbol);
    if (seen) this.#index += 1;
    return seen;
  }

  expect(keyword: string): void {
    if (!this.take(keyword)) this.refuse(keyword);
  }

  expectSymbol(symbol: string): void {
    if (!this.takeSymbol(symbol)) this.refuse(`“${symbol}”`);
  }

  expectText(what: string): Token {
    if (this.peek().kind !== 'text') this.refuse(what);
    return this.next();
  }

  /** @throws MappingError always, with what was expected instead of the next token */
  refuse(expected: string): never {
    const { kind, value, at } = this.peek();
    const found =
      kind === 'end' ? 'the text ends' : `found ${quoteShort(kind === 'text' ? `'${value}'` : value)}`;
    this.fail(at, `expected ${expected} but ${found}.`);
  }

  fail(at: number, problem: string): never {
    throw syntaxError(this.#parameter, at, problem);
  }

  /** Runs a nested rule, counting its depth. */
  nested<Result>(rule: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > deepest) this.fail(this.peek().at, `this is nested more than ${deepest} deep.`);
    const result = rule();
    this.#depth -= 1;
    return result;
  }

  /** Rejects the operator that makes a chain too long. */
  countOperation(count: number): void {
    if (count > deepest) this.fail(this.peek().at, `there are more than ${deepest} operations in a row.`);
  }
}
