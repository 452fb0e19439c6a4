import { mayGetToken } from './token-receivers.ts';

/** Where a map is shown: its portal, and the page. */
interface Shown {
  /** URL of the portal, or of its REST root. */
  readonly portal: string;
  /** URL of the page, against which the SDK resolves addresses. */
  readonly page: string;
}

/**
 * Whether a request for an address could change something at the portal, at a GIS server, or in the page's session. Whoever makes a map
 * chooses the addresses of its layers, and the SDK requests some with the reader's token.
 *
 * What portals offer is known, so that of theirs only what reads is let through. GIS servers have operations of many kinds, of which
 * those that change something have names that say so.
 */
export function mayChange(address: string, { portal, page }: Shown): boolean {
  if (!URL.canParse(address, page)) return false;
  const url = new URL(address, page);
  const parts = partsOf(url.pathname);
  if (!parts) return true;
  if (url.origin === new URL(page).origin && parts[0] === 'api') return true;
  const ofPortal = mayGetToken(url.href, { restUrl: portal }) ? portalPath(parts) : undefined;
  if (ofPortal !== undefined && !portalReads.test(ofPortal)) return true;
  return changesService(parts, url.search !== '');
}

/**
 * The segments of a path as servers read it: decoded, in lower case, without what some of them ignore. undefined if it leaves its folder
 * only once it is decoded, or has control characters, which no address of a map needs.
 */
function partsOf(pathname: string): string[] | undefined {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // Servers refuse it, or read it as it is.
  }
  if (/\p{Cc}/u.test(path)) return undefined;
  const parts = path
    .toLowerCase()
    .split(/[/\\]/)
    .map((part) => part.split(';', 1)[0] ?? '')
    .filter((part) => part !== '');
  return parts.some((part) => part === '.' || part === '..') ? undefined : parts;
}

/** What follows the root of the sharing API; undefined for services, also those that the portal passes on, and for other paths. */
function portalPath(parts: readonly string[]): string | undefined {
  const at = parts.indexOf('sharing');
  const rest = parts.indexOf('rest');
  // A folder of services may have that name.
  if (at < 0 || (rest >= 0 && rest < at)) return undefined;
  const after = parts.slice(parts[at + 1] === 'rest' ? at + 2 : at + 1);
  const isPassedOn = (after[0] === 'servers' || after[0] === 'appservices') && after[2] === 'rest';
  return isPassedOn ? undefined : after.join('/');
}

/** Operations of the sharing API that only read, or make the SDK's own tokens. */
const portalReads = new RegExp(
  `^(?:${[
    '',
    'info',
    'search',
    'generatetoken',
    'oauth2/(?:authorize|token|exchangetoken|platformself)',
    '(?:accounts|portals)/[^/]+',
    'portals/[^/]+/(?:settings|urls|servers|categoryschema|classification/classificationschema|(?:modules|resources)/.+)',
    'community/(?:self|users|groups)',
    'community/users/[^/]+(?:/info/.+)?',
    'community/groups/[^/]+(?:/(?:users|userlist|categoryschema|info/.+))?',
    'content/items/[^/]+(?:/(?:data|groups|rating|comments|relateditems|status|(?:info|resources)(?:/.+)?))?',
    'content/groups/[^/]+(?:/search)?',
    'content/features/(?:analyze|generate)',
    'kml',
    'rss',
    'tools/legend',
  ].join('|')})$`,
);

/** Kinds of services that have operations which change something. */
const changedKinds = new Set([
  'featureserver',
  'mapserver',
  'imageserver',
  'knowledgegraphserver',
  'versionmanagementserver',
  'parcelfabricserver',
  'utilitynetworkserver',
  'networkdiagramserver',
  'validationserver',
]);

const changingVerbs =
  /^(?:add|align|alter|append|apply|assign|build|calculate$|cancel|clip|commit|copy|create|delete|disable|divide|duplicate|edit|enable|import|merge|post$|publish|recalculate|reconcile|refresh|register|remove|repair|replace|reset|restore|save|set|share$|start|stop|synchronize|transfer|truncate|unregister|unshare|update|upload|validate(?!sql))/;

const runs = new Set(['execute', 'submitjob', 'cancel']);

function changesService(parts: readonly string[], hasParameters: boolean): boolean {
  const at = parts.findIndex(
    (part, index) => part === 'rest' && /^(?:services|admin)$/.test(parts[index + 1] ?? ''),
  );
  if (at < 0) return false;
  if (parts[at + 1] === 'admin') return true;
  const after = parts.slice(at + 2);
  const kind = after.findIndex((part) => changedKinds.has(part));
  const own = kind < 0 ? [] : after.slice(kind + 1);
  // What follows there is the name of a layer, or that of a picture, and only read.
  const isNamed = own[0] === 'wmts' || own.at(-2) === 'images';
  if (!isNamed && own.some((part) => changingVerbs.test(part))) return true;
  // A task does what its parameters say, and the SDK does not put them into the address.
  return hasParameters && after.includes('gpserver') && runs.has(after.at(-1) ?? '');
}
