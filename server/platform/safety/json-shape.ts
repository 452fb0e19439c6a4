import { limits } from '../../limits.ts';

/**
 * Parses JSON of a request, unless it is nested so deeply that recursive code would overflow the stack.
 * @throws SyntaxError for text that is not JSON or nested deeper than `limits.jsonDepth`
 */
export function parseJson(text: string): unknown {
  if (measureText(text).depth > limits.jsonDepth) throw new SyntaxError('Nested too deeply.');
  return JSON.parse(text) as unknown;
}

/**
 * Parses JSON whose texts are stored: PostgreSQL rejects NUL, and in JSON also half of a surrogate pair.
 * @throws SyntaxError for these too
 */
export function parseStorableJson(text: string): unknown {
  const value = parseJson(text);
  // Only an escape can be one of them: texts of a request have neither.
  const fault = /\\u/.test(text) ? shapeFault(value) : undefined;
  if (fault) throw new SyntaxError(`The JSON contains a ${fault}.`);
  return value;
}

/** Whether a text is JSON with more values than `max`: parsing a megabyte of small ones takes 100 ms of the event loop. */
export function hasMoreValues(text: string, max: number): boolean {
  return /^\s*[[{]/.test(text) && measureText(text).values > max;
}

/** Whether parsed JSON consists of more values than `max`, counting lists and objects themselves. */
export function holdsMoreValues(value: unknown, max: number): boolean {
  let level: unknown[] = [value];
  for (let count = 0; level.length > 0;) {
    count += level.length;
    if (count > max) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

/** Brackets and commas outside of texts: their nesting, and how many values there are, about. Whether brackets close is for the parser to check. */
function measureText(text: string): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inText) {
      if (character === backslash) index += 1;
      else if (character === quote) inText = false;
    } else if (character === quote) inText = true;
    else if (character === comma) values += 1;
    else if (character === openBrace || character === openBracket) {
      values += 1;
      deepest = Math.max(deepest, (depth += 1));
    } else if (character === closeBrace || character === closeBracket) depth -= 1;
  }
  return { depth: deepest, values };
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = [...'"\\{}[],'].map(
  (each) => each.charCodeAt(0),
);

/** Forbidden content of a JSON body, whatever its meaning. */
export type ShapeFault = 'too deep' | 'NUL character' | 'lone surrogate';

/** The fault of a JSON value before it is interpreted; level by level, not by recursion. */
export function shapeFault(value: unknown): ShapeFault | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.jsonDepth) return 'too deep';
    const next: unknown[] = [];
    for (const each of level) {
      const textFault = typeof each === 'string' ? faultOf(each) : undefined;
      if (textFault) return textFault;
      // A large form value is still bytes; it is checked where it is read.
      if (typeof each !== 'object' || each === null || each instanceof Uint8Array) continue;
      if (Array.isArray(each)) {
        for (const member of each as unknown[])
          if (typeof member === 'object' ? member !== null : typeof member === 'string') next.push(member);
        continue;
      }
      for (const [name, member] of Object.entries(each)) {
        const nameFault = faultOf(name);
        if (nameFault) return nameFault;
        if (typeof member === 'object' ? member !== null : typeof member === 'string') next.push(member);
      }
    }
    level = next;
  }
  return undefined;
}

function faultOf(text: string): ShapeFault | undefined {
  if (text.includes('\0')) return 'NUL character';
  return text.isWellFormed() ? undefined : 'lone surrogate';
}
