/** What the stand-in does otherwise than on a good day. Tests change it while it runs. */
export interface Switches {
  /** Life of access tokens in minutes. */
  tokenMinutes: number;
  /** Refresh tokens are refused, as after a sign-out elsewhere. */
  refusesRefresh: boolean;
  /** So many of the next requests are refused with 429; `retryAfter` in seconds, absent: without that header. */
  tooMany: { requests: number; retryAfter?: number };
  /** So many of the next requests are answered with 504 by a proxy, in HTML. */
  gatewayTimeouts: number;
  /** Everything answers 503 with a page of maintenance. */
  maintenance: boolean;
  /** Hosts that send no CORS headers. */
  withoutCors: Set<string>;
  /** Results a search goes through. https://developers.arcgis.com/rest/users-groups-and-items/search/ */
  searchLimit: number;
}

export function defaultSwitches(): Switches {
  return {
    tokenMinutes: 30,
    refusesRefresh: false,
    tooMany: { requests: 0 },
    gatewayTimeouts: 0,
    maintenance: false,
    withoutCors: new Set(),
    searchLimit: 10_000,
  };
}
