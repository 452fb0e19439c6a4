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
  const path = plainPath(url.pathname);
  if (path === undefined) return true;
  if (url.origin === new URL(page).origin && path.startsWith('/api/')) return true;
  const isOfPortal = mayGetToken(url.href, { restUrl: portal });
  const inPortal = isOfPortal ? portalPath.exec(path)?.[1] : undefined;
  if (inPortal !== undefined && !portalReads.test(inPortal) && !servedByPortal.test(inPortal)) return true;
  return changesService(path, url.search !== '');
}

/**
 * A path as servers read it: decoded, in lower case, without what some of them ignore. undefined if it leaves its folder only once it
 * is decoded, which no address of a map needs.
 */
function plainPath(pathname: string): string | undefined {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // Servers refuse it, or read it as it is.
  }
  const plain = path
    .replaceAll('\\', '/')
    .replaceAll(/;[^/]*/g, '')
    .replaceAll(/\/{2,}/g, '/')
    .toLowerCase();
  return /\/\.{1,2}(\/|$)/.test(plain) ? undefined : plain.replace(/\/$/, '');
}

const portalPath = /\/sharing(?:\/rest)?(?=\/|$)\/?(.*)$/;

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

/** Services that a portal passes on, with stored credentials or because they are its own. */
const servedByPortal = /^(?:appservices|servers)\/[^/]+\/rest\//;

/** `{type}Server` and what follows it, of the kinds of services that have operations which change something. */
const ofService =
  /\/rest\/services\/.*?\/(?:feature|map|image|knowledgegraph|versionmanagement|parcelfabric|utilitynetwork|networkdiagram|validation)server\/(.+)$/;

const changingVerbs =
  /^(?:add|align|alter|append|apply|assign|build|calculate$|cancel|clip|commit|copy|create|delete|disable|divide|duplicate|edit|enable|import|merge|post$|publish|recalculate|reconcile|refresh|register|remove|repair|replace|reset|restore|save|set|share$|start|stop|synchronize|transfer|truncate|unregister|unshare|update|upload|validate(?!sql))/;

function changesService(path: string, hasParameters: boolean): boolean {
  if (/\/rest\/admin(\/|$)/.test(path)) return true;
  const operation = ofService.exec(path)?.[1];
  if (operation?.split('/').some((part) => changingVerbs.test(part))) return true;
  // A task does what its parameters say, and the SDK does not put them into the address.
  return hasParameters && /\/rest\/services\/.*\/gpserver\/.*(?:execute|submitjob|cancel)$/.test(path);
}
