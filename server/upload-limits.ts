/** Bytes of uploads and large forms while they are read, and of what they leave for a job that waits. */
export const uploadLimits = {
  /** One uploaded file, in bytes. */
  uploadBytes: 200_000_000,
  /** Bytes of uploads in temporary files, per user and in all; each user always has room for two files. */
  temporaryBytesPerUser: 1_000_000_000,
  temporaryBytes: 4_000_000_000,
  /**
   * Bytes in memory of files and large forms that arrive before their sender's token: of one file, of one
   * network (IPv4 address, IPv6 /48), and of all. One has room for a form with the largest attachment (`attachmentEditBytes`).
   */
  unknownFileBytes: 10_000_000,
  unknownBytesPerNetwork: 30_000_000,
  unknownBytes: 60_000_000,
  /** Bytes of forms of more than `requestBodyBytes` in memory: of one user, and of all. */
  formBytesPerUser: 40_000_000,
  formBytes: 200_000_000,
  /**
   * Data that a request sends to a job: bytes up to which they wait in memory; bytes of the files of larger ones, of one user and of all.
   */
  jobParameterBytes: 64_000,
  jobBytesPerUser: 100_000_000,
  jobBytes: 2_000_000_000,
} as const;
