import { commentLimits } from './comment-limits.ts';
import { databaseLimits } from './database-limits.ts';
import { featureLimits } from './feature-limits.ts';
import { fieldLimits } from './field-limits.ts';
import { mailLimits } from './mail-limits.ts';
import { searchLimits } from './search-limits.ts';
import { signInLimits } from './sign-in-limits.ts';
import { tileLimits } from './tile-limits.ts';
import { uploadLimits } from './upload-limits.ts';

/** Every limit of the server that has a number; `docs/limits.md` repeats them for operators. */
export const limits = {
  ...databaseLimits,
  /** Seconds for the headers of a request, for its body, and for a body with a file from a known sender. */
  headersSeconds: 20,
  bodySeconds: 60,
  fileBodySeconds: 3600,
  /** Seconds for which the rest of a rejected body is discarded before the connection is closed. */
  refusedBodySeconds: 10,
  /** Seconds a connection may be idle during a request, and between two requests. */
  silentSeconds: 180,
  keepAliveSeconds: 75,
  /** Seconds for which a stopping process waits for its proxy to notice, and then to complete its requests. */
  drainSeconds: 5,
  stopSeconds: 30,
  /** Seconds for which a request whose deadline has passed waits for the COMMIT that it has begun. */
  commitWaitSeconds: 5,
  /** Nesting depth of JSON · objects, lists and members in that of another server, such as a portal: 1,000 groups have 40,000. */
  jsonDepth: 100,
  foreignJsonValues: 100_000,
  /** Bytes at the beginning of a response by which a file or a script of another server is recognised. */
  recognisedBytes: 4096,
  /** A body of browser reports in bytes, reports in one body, and such requests per minute and address. */
  reportBytes: 32_000,
  reportsPerRequest: 20,
  reportsPerMinute: 30,
  /** Body of an ordinary request, in bytes. */
  requestBodyBytes: 1_000_000,
  /** A JSON body, except for routes with their own limit: shared maps and configs. */
  jsonBodyBytes: 64_000,
  /** A body above this many bytes is parsed in a separate turn of the event loop. */
  turnBodyBytes: 8000,
  /** A request for a browser's tokens, in bytes. */
  sessionBodyBytes: 16_000,
  /** Bytes of the name of a parameter. */
  parameterName: 200,
  /** Characters of a parameter of the portal that is neither data nor a picture · that is a list of names, split before it is counted. */
  parameterCharacters: 300_000,
  listCharacters: 20_000,
  /** Web map text and picture data that ArcGIS clients send as form fields, in bytes. */
  itemTextBytes: 10_000_000,
  ...uploadLimits,
  /**
   * Bytes of responses that wait in memory until their callers have read them, of responses with more than `freeResponseBytes`: of one
   * member, of the visitors of one address, who may be those of a whole city on its mobile network, and of all. From there on no work
   * with large responses begins for them; a response that is made already may exceed it by the largest page of features (`responseBytes`).
   */
  freeResponseBytes: 16_000,
  waitingResponseBytesPerMember: 100_000_000,
  waitingResponseBytesPerAddress: 400_000_000,
  waitingResponseBytes: 800_000_000,
  /**
   * Bytes a second that the caller of such a response has to read, on average over these seconds; what waits for it has to be
   * read in `responseReadSeconds`.
   */
  responseBytesPerSecond: 2000,
  slowResponseSeconds: 60,
  responseReadSeconds: 1200,
  /** Bytes of a file that are read from the database, or written to it, by one statement. */
  filePartBytes: 256_000,
  /** Layers of an uploaded file, fields of a layer, vertices of a feature, characters of a text, bytes of a feature's text. */
  uploadLayers: 50,
  layerFields: 400,
  featureVertices: 1_000_000,
  uploadTextCharacters: 100_000,
  uploadFeatureBytes: 50_000_000,
  ...tileLimits,
  /** Bytes of all files in an unpacked archive. */
  unpackedBytes: 4_000_000_000,
  /** Bytes of the texts that the cells of a workbook share, which are in memory while it is read. */
  sharedTextBytes: 150_000_000,
  /**
   * Memory of the process that reads a file, in megabytes: V8's heap, and all writable memory, of which an
   * idle Node reserves about 600. Then files read at the same time, and minutes for one file.
   */
  uploadHeapMegabytes: 768,
  uploadReaderMegabytes: 1800,
  concurrentUploads: 2,
  /** Files of one user that are being published or wait for it; one is published at a time. */
  jobsPerUser: 20,
  uploadMinutes: 60,
  /** Files appended to layers at a time; one of each user. */
  concurrentAppends: 2,
  /** Exports of layers: at a time, of one user (running and waiting), minutes of one, bytes of its file and on disk. */
  concurrentExports: 2,
  exportsPerUser: 10,
  exportMinutes: 30,
  exportBytes: 500_000_000,
  exportTemporaryBytes: 2_000_000_000,
  /** Characters of each text of a log line (a message, a stack), and causes of an error in it. */
  loggedCharacters: 2000,
  loggedCauses: 8,
  /** Seconds for a preview. */
  previewSeconds: 60,
  /** A script or style of the application that is kept in memory, as sent, and all of them, in bytes. */
  builtFileBytes: 500_000,
  builtFilesBytes: 16_000_000,
  /** A thumbnail, and a resource of an item, in bytes. */
  thumbnailBytes: 10_000_000,
  /** A picture as a `data:` URL. */
  dataUrlCharacters: 3_000_000,
  resourceBytes: 50_000_000,
  /** Resources of one item. */
  resourcesPerItem: 1000,
  /** Seconds in which a picture is decoded, changed and encoded. */
  pictureSeconds: 10,
  /** Pixels of a picture that is resized, and bytes of resized pictures in the cache. */
  thumbnailPixels: 50_000_000,
  thumbnailCacheBytes: 32_000_000,
  /**
   * The map doctor: milliseconds of one request with its redirects, and of all requests of a map; bytes of one response, and
   * milliseconds after which it is slow.
   */
  mapCheckMilliseconds: 10_000,
  mapCheckMapMilliseconds: 60_000,
  mapCheckBytes: 4096,
  mapCheckSlowMilliseconds: 5000,
  /** Simultaneous requests to one host, and in all; maps checked at the same time, each with an equal share of the requests. */
  mapCheckPerHost: 2,
  concurrentMapRequests: 16,
  concurrentMapChecks: 4,
  /** Hours until a map is checked again; maps of one round; pauses between rounds; maximum duration of a round. */
  mapCheckHours: 24,
  mapChecksPerRound: 50,
  /** Organisations whose gallery groups are read in one round. */
  galleriesPerRound: 20,
  mapCheckPauseMilliseconds: 10_000,
  mapCheckRoundMilliseconds: 300_000,
  mapCheckClaimMilliseconds: 1_800_000,
  /** Checked maps of another portal per organisation, and days after which a map that was not opened is dropped. */
  foreignMaps: 2000,
  foreignMapDays: 30,
  /** Characters of an item's title, snippet, description and each tag, and the number of tags. Groups have the same for tags. */
  itemTitle: 250,
  itemSnippet: 2048,
  itemDescription: 100_000,
  /** Characters of an item's `properties` as JSON: translations into every language of the application fit. */
  itemProperties: 150_000,
  /** Objects, lists and members of them in it. */
  itemPropertyValues: 10_000,
  itemTag: 128,
  itemTags: 128,
  /** Bytes by which changes of items and groups may exceed a quota in all: as many as the texts of one item have. */
  bytesBeyondQuota: 500_000,
  /** Tags in the list of those of a user's items, the most frequent ones. */
  listedTags: 1000,
  /** Own categories of a group, their levels, characters of a title and of a path, and categories of one item in the group. */
  groupCategories: 300,
  categoryDepth: 3,
  categoryTitle: 100,
  itemCategory: 512,
  itemCategories: 20,
  /**
   * Items with which a member or a network counts as a viewer per day, views of visitors per day, members and networks that are
   * counted, views that are remembered, and those that wait to be stored; of one process. Then views deleted by one statement.
   */
  viewsPerDay: 1000,
  visitorViewsPerDay: 1_000_000,
  countedViewers: 100_000,
  knownViews: 100_000,
  waitingViews: 50_000,
  viewsDeletedPerBatch: 10_000,
  /** Relations that begin at one item, and those of one other organisation's items that end at it. */
  relationsPerItem: 1000,
  relationsOfOthers: 1000,
  /** Items deleted by one request. */
  itemsPerCall: 100,
  /**
   * Audit entries of one actor in an organisation per hour, above which equal acts on one subject share an entry, and above which
   * equal acts on any subject do. Characters of the details of one; days for which entries are stored, and entries of an organisation.
   */
  auditActsPerHour: 300,
  auditSubjectsPerHour: 1000,
  auditDetailCharacters: 2000,
  auditDays: 400,
  auditEntries: 1_000_000,
  /** Configuration of an organisation, in bytes of JSON. */
  configBytes: 256_000,
  /** Its values, with lists and objects, and bytes of its integrations. */
  configValues: 5000,
  configIntegrationBytes: 64_000,
  /** Age of a cached configuration that another process may have changed, and while the database is unavailable. */
  configAgeMilliseconds: 1000,
  configWithoutDatabaseMilliseconds: 5 * 60 * 1000,
  /** Minutes for which replicas decide who a token belongs to while the primary is away. */
  standInMemberMinutes: 10,
  /** Configurations sent to be saved, and restored, per minute and address: so many of each. */
  configWritesPerMinute: 60,
  /** Saved configurations of an organisation; older ones are deleted. */
  configRevisions: 200,
  /** A logo, in bytes as uploaded; one that is an SVG: bytes, elements, nesting depth. Logos uploaded per minute and address. */
  logoBytes: 2_000_000,
  svgBytes: 100_000,
  svgElements: 2000,
  svgDepth: 50,
  logosPerMinute: 20,
  /** Uploaded pictures of an organisation that none of its saved configurations names; older ones are deleted. */
  unsavedPictures: 20,
  /** A shared map's snapshot, in bytes of JSON. */
  sharedMapBytes: 5_000_000,
  /** Bytes of the shared maps of an organisation as they are stored (compressed), which no quota counts. */
  organisationSharedMapBytes: 20_000_000_000,
  /** Shared maps created, changed or revoked per minute and address. */
  sharedMapWritesPerMinute: 30,
  /** Maps that visitors of one address share per day, and the part of an organisation's shared maps that those of visitors fill. */
  visitorSharedMapsPerDay: 100,
  visitorSharedMapsPart: 0.5,
  /**
   * Bytes of the maps that visitors share per day: of one address, and of all in an organisation. When those of the organisation are
   * used up: more of one network, and of all of them.
   */
  visitorSharedBytesPerDay: 50_000_000,
  visitorsSharedBytesPerDay: 500_000_000,
  newcomerSharedBytesPerDay: 5_000_000,
  newcomersSharedBytesPerDay: 250_000_000,
  /** Short addresses of an organisation, of one creator in it, and those created or removed per minute and address. */
  shortAddresses: 10_000,
  shortAddressesPerOwner: 1000,
  shortAddressWritesPerMinute: 30,
  ...commentLimits,
  /**
   * Comments of an item, those of one author who does not control it, and those of members of other organisations; those of one author on
   * all items; characters of one, and users mentioned in one.
   */
  itemComments: 1000,
  itemCommentsPerAuthor: 100,
  itemCommentsOfOthers: 500,
  itemCommentsOnAll: 20_000,
  itemCommentCharacters: 4000,
  itemCommentMentions: 20,
  /**
   * Notifications of one type stored for a user; older ones of the type are deleted. Those that a user gets of one sender and type per
   * hour; further ones are not stored. Users notified by one request.
   */
  notifications: 100,
  notificationsFromSender: 20,
  notifiedUsers: 100,
  groupMembersNotified: 5000,
  /** Members and open invitations in lists without pages; the list of members in pages has all of them. */
  listedMembers: 5000,
  listedInvitations: 1000,
  /** Characters of what applications store about a user. */
  userPropertyCharacters: 20_000,
  /** Roles that an organisation defines itself. */
  customRoles: 100,
  /** Changes of the hosts that a browser opens for pages, per minute and address. */
  pageHostsPerMinute: 600,
  /** Opened maps reported per minute and address. */
  usageReportsPerMinute: 120,
  ...searchLimits,
  /** Seconds for which another portal's response about a token is cached; changes by administrators bypass the cache. */
  foreignMemberSeconds: 60,
  /** Characters of its cached responses of a process, with the groups of each member. */
  foreignMemberCharacters: 20_000_000,
  /** Groups of a member of another portal (ArcGIS Online: at most 512), and characters of their ids · of names, which are cut. */
  foreignMemberGroups: 1000,
  foreignIdCharacters: 100,
  foreignNameCharacters: 250,
  /** Characters of a token that another server issues. */
  foreignTokenCharacters: 10_000,
  /** Seconds for which the organisation at another portal's address is cached. */
  foreignPortalSeconds: 600,
  /** Seconds after which an unanswered connection to another portal fails at a sign-in, and for which that is remembered. */
  portalConnectSeconds: 5,
  silentPortalSeconds: 300,
  /** Redirect addresses of a registered application, and users that are listed with it. */
  appRedirectUris: 100,
  appUsers: 100,
  /** Info files of an item, and bytes of each. */
  infoFiles: 20,
  infoFileBytes: 100_000,
  ...signInLimits,
  ...mailLimits,
  /** Requests per minute of one address, of one account, and of the members of one organisation. */
  requestsPerMinute: 12_000,
  accountRequestsPerMinute: 12_000,
  organisationRequestsPerMinute: 120_000,
  /** Pages of the application per minute and address: a city hall of three thousand opens two each behind one address. */
  pagesPerMinute: 6000,
  /** How many times the limit of one address on a route one member has, and the members of an organisation together. */
  memberShare: 2,
  organisationShare: 20,
  /** Part of what members may request that visitors have besides it, and once more for newcomers among them. */
  visitorShare: 0.5,
  /** Requests per minute of a newcomer, and on a route with its own limit, when visitors have made all of theirs. */
  newcomerRequestsPerMinute: 30,
  newcomerRouteRequestsPerMinute: 2,
  ...fieldLimits,
  ...featureLimits,
  /** Characters of an indented JSON response (`f=pjson`); a longer one is on one line. */
  readableJsonCharacters: 2_000_000,
  /** Parameters of one request. */
  requestParameters: 1000,
  /** Edits, or a query with a large geometry, in bytes of form text. */
  featureEditBytes: 20_000_000,
  /** Bytes of the stored definition of a layer: its fields, domains, symbols, types; and of all layers of a service. */
  layerDefinitionBytes: 1_000_000,
  serviceDefinitionBytes: 2_000_000,
  /** Characters of a text to geocode, and of any other parameter of the geocoder except a batch. */
  placeText: 500,
  placeParameter: 4000,
  /** Suggestions and candidates in one response. */
  placeSuggestions: 15,
  placeCandidates: 50,
  /** Addresses geocoded by one request, by all per minute and address, and such requests per minute and address. */
  placeBatch: 100,
  placeBatchPlacesPerMinute: 6000,
  placeBatchesPerMinute: 300,
  /** Reads and writes of an integration's credentials, requests to Cityworks, and checks of integrations and of a portal, per minute and address. */
  credentialReadsPerMinute: 30,
  workCallsPerMinute: 120,
  integrationChecksPerMinute: 20,
  portalChecksPerMinute: 20,
  /** Hours between two scheduled checks of all integrations. */
  integrationCheckHours: 6,
} as const;

export { classLimits, hostLimits, layerTurnLimits } from './class-limits.ts';

/** Seconds after which PostgreSQL ends a statement, a wait for a lock, an idle transaction, and any transaction. */
export interface DatabaseTimeouts {
  statement: number;
  lock: number;
  idleInTransaction: number;
  transaction: number;
}

/** Timeouts of each kind of connection. */
export const databaseTimeouts = {
  /** Requests. */
  ordinary: { statement: 60, lock: 15, idleInTransaction: 30, transaction: 120 },
  /** Responses that must work while everything else is full. */
  reserved: { statement: 5, lock: 2, idleInTransaction: 5, transaction: 10 },
  /** Migrations, publishing, backups, loading gazetteers. */
  long: { statement: 4 * 3600, lock: 3600, idleInTransaction: 3600, transaction: 12 * 3600 },
} as const satisfies Record<string, DatabaseTimeouts>;

/**
 * Default quotas of one user and of one organisation, which the operator can change (`npm run org -- quota`):
 * bytes including tables and indexes of layers, items, features, shared maps, and seconds per day of reading
 * uploaded files.
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
