/** What the server asks of PostgreSQL. */
export const databaseLimits = {
  /** Rows that have expired and are deleted by one statement. */
  expiredRowsPerBatch: 1000,
  /** Database connections for background work, and for responses that must work while everything else is full. */
  backgroundConnections: 3,
  reservedConnections: 3,
  /** Seconds within which the embedded database is up again after it was killed. */
  embeddedRestartSeconds: 5,
  /** `max_locks_per_transaction` of the embedded database, and of those in `examples/deployment`. */
  locksPerConnection: 1024,
  /** Locks at which a transaction that creates or deletes many tables is committed, and the rest is done in another one. */
  locksPerTransaction: 1000,
  /** Part of the room for locks that one backup takes; the rest is for everyone else. */
  backupLocksPart: 0.5,
  /**
   * Indexes of a layer that its owner defines, those of all layers of a service, and layers of views that show a service: what
   * changes the whole service locks all of them.
   */
  layerIndexes: 64,
  serviceIndexes: 400,
  serviceViewLayers: 500,
} as const;
