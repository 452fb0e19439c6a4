/** Names of tokens and passwords in web maps and layer URLs; compared without case, - and _. */
const secretNames = new Set([
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'apikey',
  'key',
  'subscriptionkey',
  'sig',
  'signature',
  'password',
  'passwd',
  'pwd',
  'secret',
  'clientsecret',
  'credential',
  'credentials',
  'authorization',
]);

/** Members whose keys are free text of the map's author, such as a legend label “key”, are no secrets below these. */
const isSecretName = (name: string) => secretNames.has(name.toLowerCase().replaceAll(/[-_]/g, ''));

/** Only strings can be secrets. Numbers and objects under such a name stay. */
const looksSecret = (name: string, value: unknown) =>
  isSecretName(name) && typeof value === 'string' && value !== '';

export interface WithoutSecrets<T> {
  value: T;
  /** Where a secret was removed, such as `operationalLayers.0.url`. */
  removed: string[];
}

/**
 * A copy of a JSON document without tokens and passwords: members with such a name, query parameters of URLs, and
 * `user:password@` of URLs. The rest is equal to the input.
 */
export function removeSecrets<T>(document: T): WithoutSecrets<T> {
  const removed: string[] = [];
  const walk = (node: unknown, path: readonly string[]): unknown => {
    if (typeof node === 'string') {
      const cleaned = cleanAddress(node);
      if (cleaned !== node) removed.push(path.join('.'));
      return cleaned;
    }
    if (Array.isArray(node)) return node.map((child, index) => walk(child, [...path, String(index)]));
    if (typeof node !== 'object' || node === null) return node;
    const kept: [string, unknown][] = [];
    for (const [name, child] of Object.entries(node)) {
      if (looksSecret(name, child)) removed.push([...path, name].join('.'));
      else kept.push([name, walk(child, [...path, name])]);
    }
    return Object.fromEntries(kept);
  };
  return { value: walk(document, []) as T, removed };
}

/** Removes secrets from a URL; any other text is returned unchanged. Works on the text, so nothing else changes. */
function cleanAddress(text: string): string {
  if (!/^([a-z][a-z0-9+.-]*:)?\/\//i.test(text) && !text.startsWith('/')) return text;
  const [beforeHash = '', ...hash] = text.split('#');
  const [address = '', ...query] = beforeHash.split('?');
  const withoutUser = address.replace(/^((?:[a-z][a-z0-9+.-]*:)?\/\/)[^/@]*@/i, '$1');
  const cleaned = [cleanParameters(query.join('?')), cleanParameters(hash.join('#'))];
  return withoutUser + (cleaned[0] ? `?${cleaned[0]}` : '') + (cleaned[1] ? `#${cleaned[1]}` : '');
}

function cleanParameters(parameters: string): string {
  return parameters
    .split('&')
    .filter((pair) => !isSecretName(decode(pair.split('=', 1)[0] ?? '')))
    .join('&');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
