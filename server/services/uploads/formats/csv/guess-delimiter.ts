const candidates = [',', ';', '\t', '|'] as const;

/**
 * The character between the values: the one that cuts most of the first lines into the same number of values, and into
 * more than one; a comma when none does.
 * @param head the beginning of the text
 */
export function guessDelimiter(head: string): string {
  const lines = linesOutsideQuotes(head).slice(0, 30);
  const scored = candidates.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length);
    const first = counts[0] ?? 1;
    const agreeing = counts.filter((count) => count === first).length;
    return { delimiter, score: first > 1 ? agreeing * 1000 + Math.min(first, 999) : 0 };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.delimiter;
}

/** Lines with what is in quotation marks left out; the last one may be cut off, so it does not count. */
function linesOutsideQuotes(text: string): string[] {
  const lines = text.replaceAll(/"(?:[^"]|"")*"/g, '""').split(/\r\n|\n|\r/);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.filter((line) => line.trim() !== '');
}
