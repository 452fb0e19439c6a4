/** Limits of histories, and of work in the field: attachments, uploads in parts, feature collections and offline copies. */
export const fieldLimits = {
  /** Changes of features in one response. */
  historyPage: 1000,
  /** Edited features that one request for the changes since a generation compares. */
  extractedChanges: 100_000,
  /** Usernames of editors of a layer's features, in one response. */
  historyEditors: 200,
  /** Uploads of items in parts: number of the last part, hours until an unused one is deleted, and files joined at a time. */
  uploadParts: 10_000,
  uploadPartHours: 24,
  concurrentJoins: 2,
  /** One attachment of a feature, in bytes; edits that include one as text, in bytes of form text. */
  attachmentBytes: 20_000_000,
  attachmentEditBytes: 30_000_000,
  /** Attachments in one request of edits; characters of the keywords of one; attachments in the list of a feature, which has no pages. */
  attachmentEdits: 1000,
  attachmentKeywords: 1000,
  listedAttachments: 10_000,
  /** Features with geometry of a whole layer, above which a page is read in a thread from the beginning. */
  loopPageRows: 6000,
  /** Folders of one user. */
  foldersPerUser: 1000,
  /** Groups that a user owns or has joined, as in ArcGIS Online; they are read with each of the user's requests. */
  groupsPerUser: 512,
  /** Up to which number other members put a user into groups without asking, and into how many per hour: the rest is the user's own. */
  groupsGivenByMembers: 256,
  groupsGivenPerHour: 50,
  /** Minutes that a file uploaded to a service waits for its feature. */
  waitingFileMinutes: 60,
  /** Such files of one sender in a service. */
  waitingFiles: 2000,
  /** Minutes between two sweeps of what has expired. */
  sweepMinutes: 10,
  /** Features and bytes of text of a feature collection that is made from a file. */
  generatedFeatures: 10_000,
  generatedBytes: 20_000_000,
  /**
   * Offline copies: of one member of a service, of one member of all services, of all members of a service; days until an unused
   * one is deleted; features of one.
   */
  replicasPerUser: 50,
  replicasPerUserInAll: 200,
  replicasPerService: 1000,
  replicaDays: 90,
  replicaFeatures: 100_000,
  /** One synchronization: edits of its upload, and earlier edits that are recognized when they are sent again. */
  replicaEdits: 10_000,
  replicaKnownEdits: 10_000,
  /** Attachments of one response, bytes of those that it contains as text, characters of a copy's area, and bytes of its filters with it. */
  replicaAttachments: 20_000,
  replicaAttachmentBytes: 30_000_000,
  replicaGeometry: 64_000,
  replicaDefinitionBytes: 128_000,
  /** Copies made in the background: features of one, copies at a time, of one member (running and waiting), and minutes. */
  replicaJobFeatures: 1_000_000,
  concurrentReplicas: 2,
  replicaJobsPerUser: 3,
  replicaMinutes: 30,
  /** Results of jobs: compressed bytes of one, hours for which it is stored, and number stored per member. */
  jobResultBytes: 200_000_000,
  jobResultHours: 24,
  jobResultsPerUser: 3,
} as const;
