/** At most two initials of a name: of the first and last word, whatever punctuation precedes them. */
export function initials(name: string): string {
  const words = name
    .split(/\s+/)
    .map((word) => word.replace(/^\p{Punctuation}+/u, ''))
    .filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => firstGrapheme((word ?? '').toLocaleUpperCase())).join('');
}

function firstGrapheme(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}
