/** What a check of an integration can find. `retired`: the vendor no longer serves the configured version. */
export const healthStates = [
  'ok',
  'unavailable',
  'retired',
  'unauthorized',
  'misconfigured',
  'refuses-frames',
] as const;

/** How an integration does. */
export interface Health {
  state: (typeof healthStates)[number];
  /** English, for administrators; empty when all is well. */
  message: string;
}

/** The last check of an integration: `POST /api/{org}/integrations/{id}/check`. */
export interface CheckedHealth extends Health {
  integration: string;
  /** Epoch milliseconds. */
  checkedAt: number;
  /** How it became so, newest first: the first began the present state. A check that finds the same adds nothing. */
  changes: HealthChange[];
}

/** From when on an integration did so. */
export interface HealthChange extends Health {
  /** Epoch milliseconds. */
  at: number;
}

/** Changes of an integration's health that are kept. */
export const healthChangesKept = 20;

/** `GET /api/{org}/integrations/health`: the last check of each that has been checked. */
export interface HealthList {
  checks: CheckedHealth[];
}
