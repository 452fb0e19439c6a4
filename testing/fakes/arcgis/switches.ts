/** Requests of map drawing that carry a token. */
export type TokenRequest = 'query' | 'pictureTile' | 'vectorTile';

/** How the stand-in differs from a portal that works well. Tests change it while it runs. */
export interface Switches {
  /** Life of access tokens in minutes. */
  tokenMinutes: number;
  /** Refresh tokens are refused, as after a sign-out elsewhere. */
  refusesRefresh: boolean;
  /** So many of the next requests are refused with 429; `retryAfter` in seconds, absent: without that header. */
  tooMany: { requests: number; retryAfter?: number };
  /** So many of the next requests are answered with 504 by a proxy, in HTML. */
  gatewayTimeouts: number;
  /** So many of the next requests for descriptions of layers, for features, and for pictures and tiles are refused with this status. */
  overloadedServices: {
    descriptions: number;
    queries: number;
    pictures: number;
    status: 429 | 502 | 503 | 504;
  };
  /** Everything responds with 503 and a page of maintenance. */
  maintenance: boolean;
  /** The portal takes no change: `isReadOnly` of `portals/self`. */
  readOnly: boolean;
  /** The portal does not describe itself to visitors of an organisation that is only for members, whatever is assumed of its kind. */
  silentToVisitors: boolean;
  /** Whether the portal has a server for hosted layers: `supportsHostedServices` of `portals/self`. */
  hostsLayers: boolean;
  /** Hosts that send no CORS headers. */
  withoutCors: Set<string>;
  /** Hosts that the network does not lead to: connections to them break. */
  unreachable: Set<string>;
  /** Only browsers reach the portal, or these hosts: connections of other clients break. */
  onlyForBrowsers: boolean | ReadonlySet<string>;
  /** Usernames of people who must accept terms before the portal lets them go on. */
  termsToAccept: Set<string>;
  /** Ends every sign-in with this error instead of a code. */
  signInError: { error: string; description: string } | undefined;
  /** So many of the next requests of each kind are refused with 498, and end the token they carry. */
  deadTokens: Record<TokenRequest, number>;
  /** Whether 498 is also the HTTP status of such a refusal; otherwise that is 200. */
  deadTokenStatus: boolean;
  /**
   * Seconds for which browsers keep what visitors read from services, with entity tags; absent: nothing is kept.
   * https://enterprise.arcgis.com/en/server/latest/publish-services/windows/improve-map-service-display-performance.htm
   */
  cacheMaxAge?: number;
  /** Results a search goes through. https://developers.arcgis.com/rest/users-groups-and-items/search/ */
  searchLimit: number;
  /** Status requests that find a publishing job still at work. */
  publishingSteps: number;
  /** The message with which publishing jobs fail; absent: they succeed. */
  publishingFault?: string;
  /** Why `publish` is refused at once, as without credits; absent: it is not. */
  publishRefusal?: string;
  /** Why `addFeatures` refuses, so many times. */
  edits: { refusals: number };
}

export function defaultSwitches(): Switches {
  return {
    tokenMinutes: 30,
    refusesRefresh: false,
    tooMany: { requests: 0 },
    gatewayTimeouts: 0,
    overloadedServices: { descriptions: 0, queries: 0, pictures: 0, status: 429 },
    maintenance: false,
    readOnly: false,
    silentToVisitors: false,
    hostsLayers: true,
    withoutCors: new Set(),
    unreachable: new Set(),
    onlyForBrowsers: false,
    termsToAccept: new Set(),
    signInError: undefined,
    deadTokens: { query: 0, pictureTile: 0, vectorTile: 0 },
    deadTokenStatus: false,
    searchLimit: 10_000,
    publishingSteps: 1,
    edits: { refusals: 0 },
  };
}

/** Makes a stand-in work well again, as before the first test. */
export function resetSwitches(switches: Switches): void {
  delete switches.cacheMaxAge;
  delete switches.publishingFault;
  delete switches.publishRefusal;
  Object.assign(switches, defaultSwitches());
}
