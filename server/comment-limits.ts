/** Limits of comments on maps, and of the pages that follow them; part of `limits`. */
export const commentLimits = {
  /** Comments of a map, and those of visitors among them: the rest is left to members. */
  mapComments: 2000,
  mapVisitorComments: 1000,
  /** Comments in an organisation: of all maps, of visitors among them, and of one member. */
  organisationComments: 100_000,
  organisationVisitorComments: 50_000,
  commentsPerUser: 20_000,
  /**
   * Changes to comments per minute and address. Comments of visitors per day (UTC): of one address, and on one map, which are more
   * than one IPv6 /48 may send. When those of the map are used up: more of one network, and of all of them.
   */
  commentWritesPerMinute: 60,
  visitorCommentsPerDay: 50,
  mapVisitorCommentsPerDay: 500,
  newcomerCommentsPerDay: 3,
  mapNewcomerCommentsPerDay: 250,
  /** Comments of one page, and characters after which a page ends. */
  mapCommentsPerPage: 200,
  mapCommentCharactersPerPage: 200_000,
  /**
   * Bytes of all photos of a map's comments, of one user's comments in an organisation, and of an organisation on another portal, whose
   * photos no quota counts.
   */
  mapPhotoBytes: 500_000_000,
  photoBytesPerUser: 1_000_000_000,
  organisationPhotoBytes: 20_000_000_000,
  /** Unread mentions that are listed. */
  shownMentions: 20,
  /**
   * Open streams of a process, and the share of one organisation, of one map, of one account, and of the visitors of one address
   * (IPv6: /64). Visitors together have half of the first three.
   */
  liveStreams: 2000,
  liveStreamsPerOrganisation: 1000,
  liveStreamsPerMap: 500,
  liveStreamsPerAccount: 20,
  liveStreamsPerAddress: 60,
  /**
   * Streams whose readers are checked by the same statements, and checks that one organisation's other portal is asked at once, each
   * for a map and a token.
   */
  liveStreamsPerCheck: 1000,
  concurrentLiveChecks: 8,
  /** New streams per minute and address, and unread bytes after which one is cut off. */
  liveStreamsPerMinute: 120,
  liveBytes: 200_000,
  /** Members and visitors shown on one map: visitors take no places of members. */
  peoplePerMap: 200,
  visitorsPerMap: 100,
  /** Seconds between announcements of each person and checks of each stream, and announced views per minute and address. */
  presenceSeconds: 20,
  presencePerMinute: 600,
  /**
   * Milliseconds for which a process collects who came, moved and left before it notifies the others, notices in one statement, and
   * pages and people handled in one turn of the event loop.
   */
  liveBatchMilliseconds: 200,
  liveNotices: 500,
  livePerTurn: 200,
} as const;
