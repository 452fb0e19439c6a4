import { limits } from '../../limits.ts';

/**
 * Reads JSON that a request holds, unless it is nested so deeply that what works on it level by level would run out of stack.
 * @throws SyntaxError for text that is not JSON or nested deeper than `limits.jsonDepth`
 */
export function parseJson(text: string): unknown {
  if (depthOfText(text) > limits.jsonDepth) throw new SyntaxError('Nested too deeply.');
  return JSON.parse(text) as unknown;
}

/** How deep brackets outside of texts are nested; whether they close is for the parser to say. */
function depthOfText(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inText) {
      if (character === backslash) index += 1;
      else if (character === quote) inText = false;
    } else if (character === quote) inText = true;
    else if (character === openBrace || character === openBracket) deepest = Math.max(deepest, (depth += 1));
    else if (character === closeBrace || character === closeBracket) depth -= 1;
  }
  return deepest;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...'"\\{}[]'].map((each) =>
  each.charCodeAt(0),
);

/** What a JSON body must not be, whatever it means. */
export type ShapeFault = 'too deep' | 'NUL character';

/** What is wrong with a JSON value before anybody looks at what it means; level by level, not by recursion. */
export function shapeFault(value: unknown): ShapeFault | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.jsonDepth) return 'too deep';
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each === 'string' && each.includes('\0')) return 'NUL character';
      // A large value of a form is still bytes; it is looked at where it is read.
      if (typeof each !== 'object' || each === null || each instanceof Uint8Array) continue;
      if (Array.isArray(each)) {
        for (const member of each as unknown[])
          if (typeof member === 'object' ? member !== null : typeof member === 'string') next.push(member);
        continue;
      }
      for (const [name, member] of Object.entries(each)) {
        if (name.includes('\0')) return 'NUL character';
        if (typeof member === 'object' ? member !== null : typeof member === 'string') next.push(member);
      }
    }
    level = next;
  }
  return undefined;
}
