/** Turns of loops and calls of functions after which an expression fails. */
export const mostSteps = 200_000;

/** As many for an expression that is run for each feature of a layer: about a tenth of a second. */
export const mostDrawnSteps = 20_000;

/** In the message of an expression that was stopped: Arcade has no way to raise an error with a text of one's own. */
const mark = 'mapping-endless-expression';

/** Counts steps, under names that the expression does not have: it could set the count back. */
function counterFor(expression: string, most: number) {
  const known = expression.toLowerCase();
  let name = 'mappingStep';
  for (let number = 1; known.includes(name.toLowerCase()); number++) name = `mapping${number}Step`;
  return {
    step: `${name}()`,
    list: `${name}List`,
    code:
      `var ${name}s = 0; function ${name}() { ${name}s += 1; ` +
      `if (${name}s > ${most}) { var stopped = {}; return stopped['${mark}']; } return true; } ` +
      `function ${name}List(list) { if (TypeOf(list) == 'Array') { ${name}s += Count(list); } ${name}(); return list; } `,
  };
}

/**
 * An Arcade expression with the same result that fails after a number of steps; 200,000 take about a second.
 * Arcade cannot be interrupted, so an endless loop or recursion would stop the page, with all work in it, or
 * the worker that draws. Texts that are not Arcade are returned unchanged.
 */
export function boundedExpression(expression: string, most = mostSteps): string {
  if (!/\b(?:while|for|function)\b/i.test(expression)) return expression;
  const tokens = tokensOf(expression);
  const ends = tokens && matchingBrackets(tokens);
  if (!tokens || !ends) return expression;
  const counter = counterFor(expression, most);
  const added: Additions = [];
  for (const [index, { text }] of tokens.entries()) {
    // Not a member of that name.
    if (tokens[index - 1]?.text === '.') continue;
    const word = text.toLowerCase();
    if (word === 'while') added.push(...countedTest(tokens, ends, index + 1, counter));
    else if (word === 'for') added.push(...countedFor(tokens, ends, index + 1, counter));
    else if (word === 'function') added.push(...countedBody(tokens, ends, index + 2, counter));
  }
  if (added.length === 0) return expression;
  return [...added, [endOfImports(tokens), counter.code] as const]
    .toSorted(([first], [second]) => second - first)
    .reduce((whole, [at, text]) => whole.slice(0, at) + text + whole.slice(at), expression);
}

/** Bounds the expressions of a copy of a template. @returns whether any is different */
export function boundExpressions(
  infos: readonly { expression?: string | null }[] | null | undefined,
): boolean {
  let changed = false;
  for (const info of infos ?? []) {
    if (!info.expression) continue;
    const bounded = boundedExpression(info.expression);
    changed ||= bounded !== info.expression;
    info.expression = bounded;
  }
  return changed;
}

/** Whether an error of a bounded expression means that it was stopped. */
export function wasStopped(error: unknown): boolean {
  return error instanceof Error && error.message.includes(mark);
}

/** From workers to the page; other pages of the application that draw the same expression learn of it as well. */
const channel = 'mapping-stopped-expressions';

/** Reports a drawn expression that did not end and was stopped. */
export function reportStopped(expression: string): void {
  const sender = new BroadcastChannel(channel);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  sender.postMessage(expression);
  sender.close();
}

/** Calls `listener` for each drawn expression that was stopped, until the returned function is called. */
export function onStopped(listener: (expression: string) => void): () => void {
  const receiver = new BroadcastChannel(channel);
  receiver.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data);
  });
  return () => receiver.close();
}

interface Token {
  text: string;
  start: number;
}
type Additions = [at: number, text: string][];
type Counter = ReturnType<typeof counterFor>;

/** Blanks and comments; texts; names; any other character. Texts in backquotes are read apart. */
const pattern =
  /\s+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"|[\p{L}_$][\p{L}\p{N}_$]*|[\s\S]/uy;

/** Undefined for a text in backquotes that does not end. */
function tokensOf(expression: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < expression.length;) {
    pattern.lastIndex = at;
    let text = pattern.exec(expression)?.[0] ?? '';
    if (text === '`') {
      const end = endOfTemplate(expression, at);
      if (end === undefined) return undefined;
      text = expression.slice(at, end);
    }
    if (!/^(?:\s|\/\/|\/\*)/.test(text)) tokens.push({ text, start: at });
    at += text.length;
  }
  return tokens;
}

/** The index after a text in backquotes, which contains expressions, which may contain such texts. */
function endOfTemplate(expression: string, start: number): number | undefined {
  let braces = 0;
  for (let at = start + 1; at < expression.length; at += 1) {
    const character = expression[at];
    if (braces === 0) {
      if (character === '\\') at += 1;
      else if (character === '`') return at + 1;
      else if (character === '$' && expression[at + 1] === '{') [braces, at] = [1, at + 1];
      continue;
    }
    if (character === '`') {
      const end = endOfTemplate(expression, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (character === '{') braces += 1;
    else if (character === '}') braces -= 1;
    else {
      // Texts and comments may contain such characters.
      pattern.lastIndex = at;
      at += (pattern.exec(expression)?.[0].length ?? 1) - 1;
    }
  }
  return undefined;
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The index of the closing bracket of each opening one; undefined if they do not match. */
function matchingBrackets(tokens: readonly Token[]): Map<number, number> | undefined {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { text }] of tokens.entries()) {
    if (closing[text]) open.push(index);
    else if (text === ')' || text === ']' || text === '}') {
      const start = open.pop();
      if (start === undefined || closing[tokens[start]?.text ?? ''] !== text) return undefined;
      ends.set(start, index);
    }
  }
  return open.length === 0 ? ends : undefined;
}

/** A condition that also counts, between the tokens of two indexes. */
function counted(tokens: readonly Token[], from: number, to: number, { step }: Counter): Additions {
  const [before, after] = [tokens[from], tokens[to]];
  if (!before || !after) return [];
  const start = before.start + before.text.length;
  return to === from + 1
    ? [[start, step]]
    : [
        [start, `${step} && (`],
        [after.start, ')'],
      ];
}

type Ends = ReadonlyMap<number, number>;

function countedTest(tokens: readonly Token[], ends: Ends, at: number, counter: Counter): Additions {
  const end = ends.get(at);
  return tokens[at]?.text === '(' && end !== undefined ? counted(tokens, at, end, counter) : [];
}

/**
 * `for (a; b; c)` counts in its condition; `for (a in b)` counts the turns that are ahead, which a list has
 * at its begin.
 */
function countedFor(tokens: readonly Token[], ends: Ends, at: number, counter: Counter): Additions {
  const end = ends.get(at);
  if (tokens[at]?.text !== '(' || end === undefined) return [];
  const inside: number[] = [];
  for (let index = at + 1; index < end; index = (ends.get(index) ?? index) + 1) inside.push(index);
  const [first, second] = inside.filter((index) => tokens[index]?.text === ';');
  if (first !== undefined) return second === undefined ? [] : counted(tokens, first, second, counter);
  const word = inside.find((index) => /^(?:in|of)$/i.test(tokens[index]?.text ?? ''));
  const [before, after] = [word === undefined ? undefined : tokens[word], tokens[end]];
  if (!before || !after) return [];
  return [
    [before.start + before.text.length, ` ${counter.list}(`],
    [after.start, ')'],
  ];
}

/** A function counts its calls; `at` is its list of parameters. */
function countedBody(tokens: readonly Token[], ends: Ends, at: number, { step }: Counter): Additions {
  const end = ends.get(at);
  const brace = end === undefined ? undefined : tokens[end + 1];
  return brace?.text === '{' ? [[brace.start + 1, ` ${step};`]] : [];
}

/** Imports must be first. */
function endOfImports(tokens: readonly Token[]): number {
  let end = 0;
  for (const [index, { text }] of tokens.entries()) {
    if (text !== 'import' || tokens[index - 1]?.text === '.') continue;
    const path = tokens.slice(index).findIndex((one) => /^['"]/.test(one.text));
    const last = tokens[index + path];
    if (path < 0 || !last) continue;
    const next = tokens[index + path + 1];
    end = next?.text === ';' ? next.start + 1 : last.start + last.text.length;
  }
  return end;
}
