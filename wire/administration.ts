import * as z from 'zod/mini';
import type { AppConfig } from './app-config.ts';
import type { ConfigChange } from './config-difference.ts';

/** `GET /api/{org}/administration/config`: the current config, with every default. Send its ETag as `If-Match`. */
export interface SavedConfig {
  config: AppConfig;
  revision: number;
  author: string;
  /** Epoch milliseconds. */
  savedAt: number;
}

/**
 * Header of a save that changes the portal URL or the App ID: a sign-in with the new values, as JSON in base64url. The
 * server exchanges the code, and saves if it belongs to a member of the administrators group.
 */
export const trialHeader = 'x-trial-sign-in';

export const trialSignInSchema = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(2000)),
  codeVerifier: z.string().check(z.minLength(43), z.maxLength(128)),
  redirectUri: z.url().check(z.maxLength(2000)),
});

export type TrialSignIn = z.infer<typeof trialSignInSchema>;

/** One save of a config, with what it changed. */
export interface ConfigRevision {
  revision: number;
  author: string;
  /** Epoch milliseconds. */
  savedAt: number;
  changes: ConfigChange[];
}

/** `GET /api/{org}/administration/revisions`, newest first. */
export interface ConfigRevisions {
  /** The current revision. */
  current: number;
  revisions: ConfigRevision[];
  /** Pass this as `before` for older ones; undefined: there are none. */
  next?: number;
}

/** One action of an administrator. */
export interface AuditEntryWire {
  id: number;
  at: number;
  actor: string;
  /** Stable name such as `config.saved`. */
  act: string;
  subject: string;
  detail: Record<string, unknown>;
}

/** `GET /api/{org}/administration/audit`, newest first. */
export interface AuditPage {
  entries: AuditEntryWire[];
  next?: number;
  /** Available filter values. */
  actors: string[];
  acts: string[];
}

/** Counts per day, never per user. */
export const usageKinds = ['maps', 'people', 'shares'] as const;
export type UsageKind = (typeof usageKinds)[number];

/** `GET /api/{org}/administration/usage`: one entry per day, oldest first, without gaps. Days are UTC. */
export interface UsageDays {
  days: ({ day: string } & Record<UsageKind, number>)[];
}
