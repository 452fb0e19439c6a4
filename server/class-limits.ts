/**
 * Budgets by class of work: how much runs at the same time, how much waits, seconds for both together, and database connections.
 * One caller gets at most half of the places and of the queue, so numbers of places are even, and a class has two or more.
 * `hasLargeResponses`: work does not begin for a caller who has left too many bytes of responses unread.
 */
export const classLimits = {
  /** Descriptions, `portals/self`, logos, and the owners of tokens. */
  small: { concurrency: 16, queue: 400, seconds: 15, connections: 5 },
  /** Items, groups and users of the portal, shared maps, administration. */
  content: { concurrency: 6, queue: 200, seconds: 60, connections: 7 },
  /** Integrations, checks of portals and sessions, without their requests to other hosts (`hostLimits`). */
  vendors: { concurrency: 16, queue: 64, seconds: 60, connections: 2 },
  /** Searches of items, groups and users. */
  search: { concurrency: 4, queue: 100, seconds: 30, connections: 5 },
  /** Queries of feature services. */
  features: { concurrency: 4, queue: 400, seconds: 40, connections: 5, hasLargeResponses: true },
  /** Work too heavy for the event loop, in threads: exact geometry and edits. */
  geometry: { concurrency: 2, queue: 100, seconds: 30 },
  /** Pages of features too large for the event loop, in threads of their own. */
  pages: { concurrency: 2, queue: 200, seconds: 40 },
  /** The geometry service, in threads of its own. */
  geometryService: { concurrency: 2, queue: 60, seconds: 20, hasLargeResponses: true },
  /** Edits and attachments of feature services. */
  edits: { concurrency: 4, queue: 40, seconds: 60, connections: 5 },
  tiles: { concurrency: 4, queue: 400, seconds: 20, connections: 5 },
  geocoding: { concurrency: 2, queue: 200, seconds: 20, connections: 3 },
  /** What pages of the application contain only when there is room for it. */
  pageExtras: { concurrency: 4, queue: 40, seconds: 2, connections: 2 },
  /** Signing in: concurrent password checks, each in its own thread. */
  passwords: { concurrency: 2, queue: 40, seconds: 30 },
  /** Signing in: everything else. */
  signIn: { concurrency: 64, queue: 64, seconds: 60, connections: 3 },
  /** Signing in: responses of SAML providers, whose signatures are verified in a thread. */
  samlResponses: { concurrency: 2, queue: 40, seconds: 20 },
  /** Requests with more than `requestBodyBytes` in files. */
  uploads: { concurrency: 4, queue: 40, seconds: 3600, connections: 5 },
  /** Large documents decoded, checked and compressed in threads: web maps in forms, data of items, shared maps. */
  documents: { concurrency: 2, queue: 60, seconds: 60 },
  /** Previews of files, each in its own process, two per user. */
  previews: { concurrency: 4, queue: 20, seconds: 120, connections: 2 },
} as const;

/**
 * Edits wait for the turn of their layer before they take a place of their class: the queue of one layer, and edits that wait for
 * layers in all and of one caller.
 */
export const layerTurnLimits = { queue: 40, inAll: 400, inAllPerCaller: 20 } as const;

/**
 * Requests of ours to other hosts: portals, vendors, identity providers. Each host has places and a queue of its own, so that one
 * that does not answer delays only the requests that need it; one caller gets at most a quarter of both, and the callers of one
 * organisation together three quarters, so that others with the same portal or vendor get the rest. `inAll` limits the requests to
 * all hosts together, `inAllPerCaller` those of one caller, `inAllPerOrganisation` those of one organisation. Visitors of an
 * organisation have shares beside those of its members, as large.
 */
export const hostLimits = {
  concurrency: 24,
  queue: 96,
  callerShare: 0.25,
  organisationShare: 0.75,
  seconds: 20,
  inAll: 512,
  inAllPerCaller: 32,
  inAllPerOrganisation: 128,
} as const;
