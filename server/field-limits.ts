/** Limits of histories, and of work in the field: attachments, uploads in parts, feature collections and offline copies. */
export const fieldLimits = {
  /** Changes of features in one answer. */
  historyPage: 1000,
  /** Edited features that one request for the changes since a generation compares. */
  extractedChanges: 100_000,
  /** Names of those who changed features of a layer, in one answer. */
  historyEditors: 200,
  /** Uploads of items in parts: number of the last part, hours after which an unused one is deleted, and files joined at a time. */
  uploadParts: 10_000,
  uploadPartHours: 24,
  joinsAtATime: 2,
  /** One attachment of a feature, in bytes; edits that include one as text, in bytes of form text. */
  attachmentBytes: 20_000_000,
  attachmentEditBytes: 30_000_000,
  /** Attachments in one request of edits. */
  attachmentEdits: 1000,
  /** Minutes that a file uploaded to a service waits for its feature. */
  waitingFileMinutes: 60,
  /**
   * Offline copies of a service: of one member, and of all; days after which an unused one is deleted; features of one, edits of
   * one upload, earlier edits that are recognized when they are sent again, attachments of one answer, bytes of those that an answer contains as text, and characters of its area.
   */
  replicasPerPerson: 50,
  replicasPerService: 1000,
  replicaDays: 90,
  replicaFeatures: 100_000,
  /** Features and bytes of text of a feature collection that is made from a file. */
  generatedFeatures: 10_000,
  generatedBytes: 20_000_000,
  /** Features of a copy that is made in the background, copies made at a time, of one member (running and waiting), and minutes. */
  replicaJobFeatures: 1_000_000,
  replicasAtATime: 2,
  replicaJobsPerPerson: 3,
  replicaMinutes: 30,
  /** Results of jobs: compressed bytes of one, hours for which it is stored, and number stored per member. */
  jobResultBytes: 200_000_000,
  jobResultHours: 24,
  jobResultsPerPerson: 3,
  replicaEdits: 10_000,
  replicaKnownEdits: 10_000,
  replicaAttachments: 20_000,
  replicaAttachmentBytes: 30_000_000,
  replicaGeometry: 64_000,
} as const;
