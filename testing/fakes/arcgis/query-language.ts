/** A parsed search: whether a document with these fields matches. */
export type Match = (fields: Readonly<Record<string, string | readonly string[] | number>>) => boolean;

/** Fields in which a term without a field is looked for. */
const wordFields = ['title', 'tags', 'snippet', 'description', 'type', 'typekeywords'];

/**
 * Reads the part of the portal's query language that this product and the SDK send: fields, phrases, ranges, prefixes, AND, OR,
 * NOT, `-`, `+` and parentheses. Terms side by side must all match.
 * https://developers.arcgis.com/rest/users-groups-and-items/search-reference/
 */
export function parseQuery(query: string): Match {
  const tokens = [
    ...query.matchAll(/\(|\)|[+-]?[\w.]+:(?:"[^"]*"|\[[^\]]*\]|\((?=)|[^\s()]+)|[+-]?"[^"]*"|[^\s()]+/g),
  ].map(([token]) => token);
  let at = 0;
  const either = (): Match => {
    const parts = [all()];
    while (tokens[at] === 'OR') {
      at += 1;
      parts.push(all());
    }
    return (fields) => parts.some((part) => part(fields));
  };
  const all = (): Match => {
    const parts: Match[] = [];
    while (at < tokens.length && tokens[at] !== ')' && tokens[at] !== 'OR') {
      if (tokens[at] === 'AND') {
        at += 1;
        continue;
      }
      parts.push(one());
    }
    return (fields) => parts.every((part) => part(fields));
  };
  const one = (): Match => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token === 'NOT' || token === '-') {
      const inner = one();
      return (fields) => !inner(fields);
    }
    if (token === '(') return group();
    if (token.startsWith('-')) {
      const inner = term(token.slice(1));
      return (fields) => !inner(fields);
    }
    return term(token.replace(/^\+/, ''));
  };
  const group = (): Match => {
    const inner = either();
    at += 1;
    return inner;
  };
  const term = (token: string): Match => {
    const [, field, value = ''] = /^([\w.]+):(.*)$/s.exec(token) ?? [];
    if (field === undefined) return ofValue(undefined, token);
    if (value !== '(') return ofValue(field.toLowerCase(), value);
    const values: string[] = [];
    while (at < tokens.length && tokens[at] !== ')') values.push(tokens[at++] ?? '');
    at += 1;
    const matches = values.filter((word) => word !== 'OR').map((word) => ofValue(field.toLowerCase(), word));
    return (fields) => matches.some((match) => match(fields));
  };
  return either();
}

function ofValue(field: string | undefined, given: string): Match {
  const names = field === undefined ? wordFields : [field];
  const range = /^\[(\S+) TO (\S+)\]$/.exec(given);
  if (range) {
    const [low, high] = [Number(range[1]), Number(range[2])];
    return (fields) => names.some((name) => Number(fields[name]) >= low && Number(fields[name]) <= high);
  }
  const exact = given.startsWith('"');
  const wanted = given.replaceAll('"', '').toLowerCase();
  const prefix = wanted.endsWith('*') ? wanted.slice(0, -1) : undefined;
  if (wanted === '*') return () => true;
  return (fields) =>
    names.some((name) => {
      const value = fields[name];
      const texts = (Array.isArray(value) ? value : [value ?? '']).map((text) => String(text).toLowerCase());
      return texts.some((text) => {
        if (text === wanted) return true;
        const words = text.split(/[^\p{L}\p{N}]+/u);
        if (prefix !== undefined)
          return words.some((word) => word.startsWith(prefix)) || text.startsWith(prefix);
        if (exact) return (name === 'title' || field === undefined) && text.includes(wanted);
        return words.includes(wanted);
      });
    });
}
