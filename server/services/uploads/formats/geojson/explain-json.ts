/** Letters the engine shows before the one it stumbled over. */
const contextLength = 10;

/** What JSON.parse found wrong, and where: it tells the position, or a few letters around it. */
export function explainJson(error: unknown, text: string): { problem: string; position: number } {
  const words = error instanceof Error ? error.message : '';
  const position = /at position (\d+)/.exec(words)?.[1];
  if (position !== undefined)
    return { problem: words.replace(/ in JSON at position.*$/s, ''), position: Number(position) };
  const around = /, (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(words);
  const found = around?.[1] === undefined ? 0 : text.indexOf(around[2] ?? '') + contextLength;
  return { problem: words.replace(/, (\.\.\.)?".*$/s, ''), position: Math.max(0, found) };
}
