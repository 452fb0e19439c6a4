/** Results of a check of an integration. `retired`: the vendor no longer serves the configured version. */
export const healthStates = [
  'ok',
  'unavailable',
  'retired',
  'unauthorized',
  'misconfigured',
  'refuses-frames',
] as const;

/** The health of an integration. */
export interface Health {
  state: (typeof healthStates)[number];
  /** English, for administrators; empty if healthy. */
  message: string;
}

/** The last check of an integration: `POST /api/{org}/integrations/{id}/check`. */
export interface CheckedHealth extends Health {
  integration: string;
  /** Epoch milliseconds. */
  checkedAt: number;
  /** Changes of state, newest first: the first started the current state. A check with the same result adds none. */
  changes: HealthChange[];
}

/** A state of an integration and when it started. */
export interface HealthChange extends Health {
  /** Epoch milliseconds. */
  at: number;
}

/** Number of stored health changes per integration. */
export const healthChangesKept = 20;

/** `GET /api/{org}/integrations/health`: the last check of each that has been checked. */
export interface HealthList {
  checks: CheckedHealth[];
}
