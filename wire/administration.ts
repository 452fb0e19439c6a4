import { z } from 'zod';
import type { AppConfig } from './app-config.ts';
import type { ConfigChange } from './config-difference.ts';

/** `GET /api/{org}/administration/config`: the config in force, with every default. Its ETag goes into `If-Match`. */
export interface SavedConfig {
  config: AppConfig;
  revision: number;
  author: string;
  /** Epoch milliseconds. */
  savedAt: number;
}

/**
 * Header of a save that changes the portal address or the App ID: a sign-in made with the new ones, as JSON in base64url. The
 * server exchanges the code, and saves when it belongs to someone of the group of administrators.
 */
export const trialHeader = 'x-trial-sign-in';

export const trialSignInSchema = z.object({
  code: z.string().min(1).max(2000),
  codeVerifier: z.string().min(43).max(128),
  redirectUri: z.url().max(2000),
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
  /** The revision in force. */
  current: number;
  revisions: ConfigRevision[];
  /** Ask with `before` this for older ones; undefined: there are none. */
  next?: number;
}

/** One act of an administrator. */
export interface AuditEntryWire {
  id: number;
  at: number;
  actor: string;
  /** Stable word such as `config.saved`. */
  act: string;
  subject: string;
  detail: Record<string, unknown>;
}

/** `GET /api/{org}/administration/audit`, newest first. */
export interface AuditPage {
  entries: AuditEntryWire[];
  next?: number;
  /** What there is to filter by. */
  actors: string[];
  acts: string[];
}

/** What is counted, a day. Never who. */
export const usageKinds = ['maps', 'people', 'shares'] as const;
export type UsageKind = (typeof usageKinds)[number];

/** `GET /api/{org}/administration/usage`: one entry a day, oldest first, without gaps. Days are UTC. */
export interface UsageDays {
  days: ({ day: string } & Record<UsageKind, number>)[];
}
