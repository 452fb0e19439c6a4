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

/** Whether the value of a parameter or member with this name proves who asks. */
export const isSecretName = (name: string): boolean =>
  secretNames.has(name.toLowerCase().replaceAll(/[-_]/g, ''));

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
 * `user:password@` of URLs, also of URLs inside others, as proxies take them. The rest is equal to the input.
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

/** Levels of URLs inside others; the query of a deeper one is removed. */
const deepest = 4;

/** Removes secrets from a URL; any other text is returned unchanged. Works on the text, so nothing else changes. */
function cleanAddress(text: string, depth = 0): string {
  if (!/^([a-z][a-z0-9+.-]*:)?\/\//i.test(text) && !text.startsWith('/')) return text;
  const [beforeHash = '', ...hash] = text.split('#');
  const [address = '', ...query] = beforeHash.split('?');
  // In a URL inside another, a user name without a password stays.
  const user = depth === 0 ? '[^/@]*@' : '[^/@:]*:[^/@]*@';
  const withoutUser = address.replace(new RegExp(`^((?:[a-z][a-z0-9+.-]*:)?//)${user}`, 'i'), '$1');
  const cleaned = [query.join('?'), hash.join('#')].map((part) => cleanParameters(part, depth));
  return withoutUser + (cleaned[0] ? `?${cleaned[0]}` : '') + (cleaned[1] ? `#${cleaned[1]}` : '');
}

const absolute = /^[a-z][a-z0-9+.-]*:\/\//i;

function cleanParameters(parameters: string, depth: number): string {
  if (depth > deepest) return '';
  // A proxy gets the whole URL as its query.
  if (absolute.test(parameters)) return cleanAddress(parameters, depth + 1);
  return parameters
    .split('&')
    .filter((pair) => !isSecretName(decodeAscii(pair.split('=', 1)[0] ?? '')))
    .map((pair) => cleanValue(pair, depth))
    .join('&');
}

/** A parameter whose value may be a URL, encoded or not. */
function cleanValue(pair: string, depth: number): string {
  const value = pair.slice(pair.indexOf('=') + 1);
  if (!absolute.test(decodeAscii(value))) return pair;
  const decoded = decode(value);
  if (!absolute.test(decoded)) return pair;
  const cleaned = cleanAddress(decoded, depth + 1);
  if (cleaned === decoded) return pair;
  return `${pair.slice(0, -value.length)}${decoded === value ? cleaned : encodeURIComponent(cleaned)}`;
}

/**
 * The names of secrets and the schemes of addresses are ASCII. A long query has thousands of parameters, and an escape that cannot be
 * decoded takes microseconds.
 */
function decodeAscii(text: string): string {
  if (!text.includes('%')) return text;
  if (!/%(?![0-7][\da-f])/i.test(text)) return decodeURIComponent(text);
  return text.replaceAll(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
