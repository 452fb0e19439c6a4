/** Every limit of the server that has a number; `docs/limits.md` repeats them for operators. */
export const limits = {
  /** Seconds a caller may take for the headers of a request, for a body, and for a body with a file of a known person. */
  headersSeconds: 20,
  bodySeconds: 60,
  fileBodySeconds: 3600,
  /** Seconds the rest of a body that was refused is discarded, before the connection is closed. */
  refusedBodySeconds: 10,
  /** Seconds a connection may be silent in the middle of something, and between two requests. */
  silentSeconds: 180,
  keepAliveSeconds: 75,
  /** Seconds a process that ends behind a proxy lets the proxy notice, and then waits for answers under way. */
  drainSeconds: 5,
  stopSeconds: 30,
  /** Connections of work the server does by itself, and of those that answer while everything else is full. */
  backgroundConnections: 3,
  reservedConnections: 3,
  /** Levels of objects and arrays in the JSON of a request. */
  jsonDepth: 100,
  /** A body of browsers' reports, in bytes; reports in one; and such requests a minute of one address. */
  reportBytes: 32_000,
  reportsPerRequest: 20,
  reportsPerMinute: 30,
  /** Body of an ordinary request, in bytes. */
  requestBodyBytes: 1_000_000,
  /** Web map text and picture data sent as form fields by ArcGIS clients, in bytes. */
  itemTextBytes: 10_000_000,
  /** One uploaded file, in bytes. */
  uploadBytes: 200_000_000,
  /** Bytes of uploads in temporary files, for one person and in all; one person always has room for two files. */
  temporaryBytesPerPerson: 1_000_000_000,
  temporaryBytes: 4_000_000_000,
  /** Bytes of files whose sender's token comes after them, in memory: of one request, and of all (two files an address). */
  unknownFileBytes: 10_000_000,
  unknownFilesBytes: 40_000_000,
  /** Layers of one uploaded file, fields of a layer, vertices of a feature, characters of a text, bytes of a feature's text. */
  uploadLayers: 50,
  layerFields: 400,
  featureVertices: 1_000_000,
  uploadTextCharacters: 100_000,
  uploadFeatureBytes: 50_000_000,
  /** Bytes all files of an unpacked archive may have. */
  unpackedBytes: 4_000_000_000,
  /**
   * Memory of the process that reads a file, in megabytes: V8's heap, and everything it can write, of which an idle Node reserves
   * about 600; files read at a time; minutes a file may take.
   */
  uploadHeapMegabytes: 768,
  uploadReaderMegabytes: 1800,
  uploadsAtATime: 2,
  /** Files of one person that are published or wait for it; one of them at a time. */
  jobsPerPerson: 20,
  uploadMinutes: 60,
  /** Seconds a preview may take. */
  previewSeconds: 60,
  /** A thumbnail, and a resource of an item, in bytes. */
  thumbnailBytes: 10_000_000,
  resourceBytes: 50_000_000,
  /** Resources of one item. */
  resourcesPerItem: 1000,
  /** Pixels of a picture that is made smaller, and bytes of smaller ones kept in memory. */
  thumbnailPixels: 50_000_000,
  thumbnailCacheBytes: 32_000_000,
  /** The map doctor: time and bytes of one question, and after how long an answer is slow, in milliseconds. */
  mapCheckMilliseconds: 10_000,
  mapCheckBytes: 4096,
  mapCheckSlowMilliseconds: 5000,
  /** Questions at once to one host, and altogether. */
  mapCheckPerHost: 2,
  mapCheckAtOnce: 8,
  /** Hours after which a map is checked again; maps of one round; pauses between rounds; how long a round may take. */
  mapCheckHours: 24,
  mapChecksPerRound: 50,
  /** Organisations whose gallery's groups are looked into in one round. */
  galleriesPerRound: 20,
  mapCheckPauseMilliseconds: 10_000,
  mapCheckRoundMilliseconds: 300_000,
  mapCheckClaimMilliseconds: 1_800_000,
  /** Maps of another portal that are looked after, for one organisation; and days after which one nobody has seen is let go. */
  foreignMaps: 2000,
  foreignMapDays: 30,
  /** Text of an item, in characters: its title, snippet, description and each of its tags; and how many tags. Groups have as many tags. */
  itemTitle: 250,
  itemSnippet: 2048,
  itemDescription: 100_000,
  itemTag: 128,
  itemTags: 128,
  /** Own categories of a group, levels of them, characters of a title; categories of one item there. */
  groupCategories: 300,
  categoryDepth: 3,
  categoryTitle: 100,
  itemCategories: 20,
  /** Items deleted by one call. */
  itemsPerCall: 100,
  /** Config of an organisation, in bytes of JSON. */
  configBytes: 256_000,
  /** A config another process saved is seen after at most this long; and one is served so long while the database is away. */
  configAgeMilliseconds: 1000,
  configWithoutDatabaseMilliseconds: 5 * 60 * 1000,
  /** A logo, in bytes as uploaded. */
  logoBytes: 2_000_000,
  /** A shared map's snapshot, in bytes of JSON. */
  sharedMapBytes: 5_000_000,
  /** Shared maps made, changed or revoked per minute and address. */
  sharedMapWritesPerMinute: 30,
  /** Opened maps reported per minute and address. */
  usageReportsPerMinute: 120,
  /** Results of one search page. */
  searchPage: 100,
  /** Length of a search text, and how deep its brackets may nest. */
  searchCharacters: 20_000,
  searchDepth: 100,
  /** Words, quoted texts and operators such as `OR` of one search: more would keep everybody else waiting. */
  searchWords: 1000,
  /** Words of one search whose continuations are looked up, and how many of them stand in its place; of more, the index looks. */
  searchBeginnings: 20,
  searchCompletions: 64,
  /** A search counts its matches exactly up to here, and says this number when there are more. */
  searchTotal: 10_000,
  /**
   * So many matches in a sample of one item in `searchSampleOf` mean more than `searchTotal` in all: some 16,000. That 10,000 or fewer
   * look so happens once in 10^13 searches.
   */
  searchSampled: 256,
  /** The sample's indexes say this number too: a change needs a migration. */
  searchSampleOf: 64,
  /** So many matches are all ranked and sorted; of more, the newest with the words in the title and the newest at all. */
  searchFew: 1000,
  searchCandidates: 100,
  /** Seconds for which another portal's answer about a token is believed; changes by administrators ask it again. */
  foreignMemberSeconds: 60,
  /** Life of an access token, in minutes. */
  accessTokenMinutes: 30,
  /** Life of a refresh token, in minutes (14 days). */
  refreshTokenMinutes: 14 * 24 * 60,
  /** Hours for which a browser stays signed in; calls for its tokens per minute and address. */
  browserSessionHours: 24,
  sessionCallsPerMinute: 120,
  /** Days after which a session ends, however often its refresh token is exchanged. */
  sessionDays: 30,
  /** Seconds in which a refresh token that was exchanged gives the same successor again; later it ends the session. */
  refreshGraceSeconds: 10,
  /** Minutes for which another server may check a token that proves to it who somebody is. */
  identityTokenMinutes: 1,
  /** Life of an authorization code, in seconds. */
  authorizationCodeSeconds: 60,
  /** Life of an invitation to a group, in minutes (14 days). */
  invitationMinutes: 14 * 24 * 60,
  /** Life of a link to join, and of one to choose a new password, in minutes (7 days, 1 day). */
  joinLinkMinutes: 7 * 24 * 60,
  passwordLinkMinutes: 24 * 60,
  /** People of one invitation, and of one call that disables or enables many. */
  peoplePerInvitation: 100,
  /** When a session was last used is known to this many minutes; what its client calls itself, to so many characters. */
  sessionUseMinutes: 5,
  agentCharacters: 300,
  /** Sign-in tries per minute for one account and address. */
  signInTriesPerMinute: 10,
  /** Passwords of one account that are checked or wait for it, from all addresses together. */
  passwordChecksPerAccount: 12,
  /** Requests a minute of one address, of one account, and to the API of one organisation. */
  requestsPerMinute: 12_000,
  accountRequestsPerMinute: 12_000,
  organisationRequestsPerMinute: 120_000,
  /** Features of one page of a query. */
  featurePage: 2000,
  /** Features of one page when the client asks for a standard result (lines and polygons). */
  featureStandardPage: 4000,
  /** Features of one tile, and of a standard page of points. */
  featureTile: 8000,
  /** Features of one layer in one vector tile of zooms where nothing is thinned. */
  vectorTileFeatures: 20_000,
  /** Features of one layer in a vector tile of lower zooms that are drawn whole, and those that are a dot each. */
  vectorTileThinned: 8000,
  vectorTileDots: 12_000,
  /** Bytes of vector tiles of hosted layers kept ready. */
  vectorTilesBytes: 64_000_000,
  /** Seconds a question to a feature service may keep the database busy. */
  featureQuerySeconds: 30,
  /**
   * What a request to a feature service may cost on the event loop; beyond, it goes to a thread: characters of a parameter,
   * bytes of features, features tested one by one, vertices of a query geometry and of an edited one, ids of an answer, bytes
   * of one geometry.
   */
  loopCharacters: 64_000,
  loopBytes: 2_000_000,
  loopCandidates: 2000,
  loopQueryVertices: 500,
  loopEditVertices: 1000,
  loopIds: 20_000,
  loopShapeBytes: 48_000,
  /** Megabytes of memory of a thread for such a request, or for tiles. */
  threadMegabytes: 1024,
  /** Vertices and parts of one geometry: to ask with, and to store. */
  queryVertices: 100_000,
  geometryParts: 50_000,
  /** Stored vertices one query may compare with its geometry; bytes of features in one answer. */
  comparedVertices: 20_000_000,
  answerBytes: 64_000_000,
  /** Vertices of a line or of points that are compared as a whole, and these times the features compared with. */
  topologyVertices: 10_000,
  topologyWork: 1_000_000,
  /** Vertices of a polygon that is cut at the antimeridian. */
  antimeridianVertices: 20_000,
  /** Parameters of one request. */
  requestParameters: 1000,
  /** Edits, or a query with a large geometry, in bytes of form text. */
  featureEditBytes: 20_000_000,
  /** One attachment of a feature, in bytes; edits that bring one as text, in bytes of form text. */
  attachmentBytes: 20_000_000,
  attachmentEditBytes: 30_000_000,
  /** Attachments that come with one request of edits. */
  attachmentEdits: 1000,
  /** Minutes a file that was uploaded to a service waits for its feature. */
  waitingFileMinutes: 60,
  /** Characters of one text to find a place by. */
  placeText: 500,
  /** Suggestions and candidates of one answer. */
  placeSuggestions: 15,
  placeCandidates: 50,
  /** Addresses geocoded by one call, and such calls per minute and address. */
  placeBatch: 100,
  placeBatchesPerMinute: 60,
  /** Readings and writings of an integration's credentials, calls to Cityworks, and checks, per minute and address. */
  credentialReadsPerMinute: 30,
  workCallsPerMinute: 120,
  integrationChecksPerMinute: 20,
  /** Hours between two scheduled checks of all integrations. */
  integrationCheckHours: 6,
} as const;

/**
 * Budgets by class of work: how much runs at once, how much waits, seconds for both together, and database connections.
 * One caller has at most half of the places and of the queue.
 */
export const classLimits = {
  /** Configs, `portals/self`, who a token belongs to. */
  small: { atOnce: 16, queue: 400, seconds: 15, connections: 5 },
  /** Items, groups and people of the portal, shared maps, administration. */
  content: { atOnce: 5, queue: 200, seconds: 60, connections: 6 },
  /** Calls that wait for vendors and portals of others. */
  vendors: { atOnce: 16, queue: 64, seconds: 60, connections: 2 },
  /** Searches of items, groups and people. */
  search: { atOnce: 3, queue: 100, seconds: 30, connections: 4 },
  /** Queries of feature services. */
  features: { atOnce: 4, queue: 400, seconds: 40, connections: 5 },
  /** What is too heavy for the event loop, in threads: exact geometry, large features and edits. */
  geometry: { atOnce: 2, queue: 100, seconds: 30 },
  /** Edits and attachments of feature services. */
  edits: { atOnce: 3, queue: 40, seconds: 60, connections: 4 },
  tiles: { atOnce: 3, queue: 400, seconds: 20, connections: 4 },
  geocoding: { atOnce: 2, queue: 200, seconds: 20, connections: 3 },
  /** Signing in: the passwords checked at once, each in a thread of its own. */
  passwords: { atOnce: 2, queue: 40, seconds: 30 },
  /** Signing in: everything else of it. */
  signIn: { atOnce: 64, queue: 64, seconds: 60, connections: 3 },
  /** Requests that bring more than `requestBodyBytes` in files. */
  uploads: { atOnce: 4, queue: 40, seconds: 3600, connections: 3 },
  /** Previews of files: a process each, two a person. */
  previews: { atOnce: 4, queue: 20, seconds: 120, connections: 2 },
} as const;

/** Seconds after which PostgreSQL ends a statement, a wait for a lock, a transaction that does nothing, and any transaction. */
export interface DatabaseTimeouts {
  statement: number;
  lock: number;
  idleInTransaction: number;
  transaction: number;
}

/** Of every connection by what it is for. */
export const databaseTimeouts = {
  /** Requests. */
  ordinary: { statement: 60, lock: 15, idleInTransaction: 30, transaction: 120 },
  /** Answers that come while everything else is full. */
  reserved: { statement: 5, lock: 2, idleInTransaction: 5, transaction: 10 },
  /** Migrations, publishing, backups, loading gazetteers. */
  long: { statement: 4 * 3600, lock: 3600, idleInTransaction: 3600, transaction: 12 * 3600 },
} as const satisfies Record<string, DatabaseTimeouts>;

/**
 * What content may take, of one person and of one organisation, unless the operator sets other numbers for it
 * (`npm run org -- quota`): bytes with the tables and indexes of layers, items, features, shared maps, and seconds a day that
 * reading uploaded files may take.
 */
export const quotas = {
  person: {
    bytes: 5_000_000_000,
    items: 10_000,
    features: 10_000_000,
    sharedMaps: 1000,
    uploadSeconds: 4 * 3600,
  },
  organisation: {
    bytes: 200_000_000_000,
    items: 2_000_000,
    features: 500_000_000,
    sharedMaps: 100_000,
    uploadSeconds: 24 * 3600,
  },
} as const;
