/**
 * Counts the characters that a parser makes regular expressions and texts look through, which is its work and, unlike
 * its time, the same on every machine: a parser that reads a growing text again for each character looks through the
 * square of its length.
 */
export function charactersRead(run: () => unknown): number {
  let count = 0;
  const texts = String.prototype as unknown as Record<string, (this: string, ...given: unknown[]) => unknown>;
  const originals = wholeTextMethods.map((name) => [name, texts[name]] as const);
  const patterns = RegExp.prototype;
  const exec = patterns.exec;
  for (const [name, original] of originals) {
    texts[name] = function counted(this: string, ...given: unknown[]) {
      count += this.length;
      return original?.apply(this, given);
    };
  }
  patterns.exec = function counted(this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    count += match ? match.index + match[0].length - from : this.sticky ? 1 : text.length - from;
    return match;
  };
  try {
    run();
  } finally {
    patterns.exec = exec;
    for (const [name, original] of originals) if (original) texts[name] = original;
  }
  return count;
}

const wholeTextMethods = [
  'includes',
  'isWellFormed',
  'normalize',
  'split',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
];
