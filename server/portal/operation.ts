import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Requirement } from './access/privileges.ts';
import type { BudgetName, Budgets } from '../platform/budgets/budgets.ts';
import type { Parameters } from '../platform/arcgis/parameters.ts';
import type { Database } from '../platform/database/connect.ts';
import type { DocumentThreads } from '../platform/documents/document-threads.ts';
import type { FormFile } from '../platform/http/multipart/read-form.ts';
import type { AllowedPrivateHosts } from '../platform/safety/safe-fetch.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Vault } from '../platform/safety/vault.ts';
import type { Caller } from './caller.ts';
import type { JobRunner } from './content/publishing/job-runner.ts';
import type { ViewCounter } from './content/views/view-counter.ts';
import type { ServiceHosting } from './hosting.ts';
import type { SamlThreads } from './identity/provider/saml/saml-threads.ts';
import type { TryLimiter } from './identity/try-limiter-store.ts';
import type { PortalOrganisations } from './organisation/portal-organisations.ts';
import type { PortalSettings } from './portal-settings.ts';

/** The context of every portal operation. */
export interface PortalContext {
  database: Database;
  /** Limits of each class of work. */
  budgets: Budgets;
  /** Threads for large form values. */
  documents: DocumentThreads;
  /** Counts openings of items. */
  views: ViewCounter;
  /** Threads that verify responses of SAML providers. */
  saml: SamlThreads;
  /** Public origin, without a trailing slash. */
  publicUrl: string;
  /** The organisation in the address of a call, as `/city`; empty at the root address. */
  address: string;
  /** Epoch milliseconds; tests pass their own clock. */
  now: () => number;
  /** The organisation of a call; between calls the installation's own. */
  portal: PortalSettings;
  organisations: PortalOrganisations;
  /** Organisations that have one of these groups as their administrators. */
  administeredBy: (groupIds: readonly string[]) => Promise<readonly Administered[]>;
  /**
   * Gives the maps that a deleted user has shared to another, or revokes them; short addresses without another go to the owners of
   * their maps. @returns the number of shared maps
   */
  passOnSharedMaps: (transaction: Database, former: FormerSharer) => Promise<number>;
  /** Counts the maps that an organisation, or one of its users, shares. */
  countSharedMaps: (sharer: Sharer) => Promise<number>;
  /** Counts sign-in attempts (`limits.signInTriesPerMinute`). */
  signInTries: TryLimiter;
  /** Counts sign-in attempts with passkeys from an address (`limits.passkeyTriesPerAddress`). */
  passkeyTries: TryLimiter;
  /** Counts sign-in attempts of an account from all addresses (`limits.accountTriesPerHour`). */
  accountTries: TryLimiter;
  /** Counts failed sign-in attempts of a network with all accounts (`limits.networkTriesPerHour`). */
  networkTries: TryLimiter;
  /** Counts codes of authenticator apps and recovery codes (`limits.codeTriesPerHour`). */
  codeTries: TryLimiter;
  /** Counts requests of an address for a new password (`limits.forgottenPasswordsPerHour`). */
  forgottenTries: TryLimiter;
  /** Counts test messages of an administrator (`limits.testMailsPerHour`). */
  testMailTries: TryLimiter;
  /** Sends mail; undefined: the operator has not set `SMTP_URL`. */
  mail?: Mailer | undefined;
  /** Seals the secrets of authenticator apps; undefined: none can be added. */
  vault?: Vault | undefined;
  /** Private hosts that identity providers may have (`ALLOWED_PRIVATE_HOSTS`). */
  allowedPrivateHosts: AllowedPrivateHosts;
  /** Maximum size of uploaded files in bytes. */
  uploadBytes: number;
  /** The server that hosts the services of this portal's items. */
  hosting: ServiceHosting;
  /** Publishing jobs. */
  publishing: JobRunner;
  /** Exports of layers as files. */
  exporting: JobRunner;
  /** Analyses of hosted layers. */
  analysing: JobRunner;
  /** Files that are appended to layers. */
  appending: JobRunner;
  /** Offline copies that are made and synchronized in the background. */
  synchronizing: JobRunner;
  /** Files of items that arrived in parts, which are joined. */
  joining: JobRunner;
}

/** An organisation, and its administrators' group. */
export interface Administered {
  organisation: string;
  groupId: string;
}

/** Who shares maps: the users and visitors of a portal organisation, or one user. */
interface Sharer {
  orgId: string;
  /** Username. */
  owner?: string;
}

/** A user who is deleted, and who gets their shared maps. */
export interface FormerSharer {
  username: string;
  /** Their portal organisation. */
  orgId: string;
  /** The new owner; undefined: the maps are revoked. */
  to: string | undefined;
}

/** One call of a portal operation. */
export interface PortalCall {
  context: PortalContext;
  /** The caller; `anonymous` without a token. An invalid token never gets here: it is answered with 498. */
  caller: Caller;
  /** Query string and body merged; operations read them by a schema (`readOperation`). */
  parameters: Parameters;
  /** Path parameters such as `id` and `user`. */
  path: Readonly<Record<string, string>>;
  files: readonly FormFile[];
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * A portal operation: normalise, validate, authorise, act, present. It returns the JSON response, or
 * `rawResponse` when it has sent something else (bytes, a page, a redirect) through `reply`.
 */
export type Operation = (call: PortalCall) => Promise<object | null | typeof rawResponse>;

export const rawResponse = Symbol('raw response');

/** Who may call an operation, and how its requests and responses are treated. */
interface OperationRules {
  operation: Operation;
  /** Checked before the operation runs; a row without it does not compile. */
  needs: Requirement;
  /** Whether the caller must have signed in recently (`access/recent-sign-in.ts`). */
  recentSignIn?: true;
  /** Form fields that may contain a whole web map or a picture. */
  largeFields?: readonly string[];
  /** Set where another server verifies a user's identity, by a single-use token meant for it. */
  provesIdentity?: true;
  /** Whether it shows pages to people, whose browsers get a page also where it fails. */
  hasPages?: true;
  /** The class of work it belongs to; `content` when absent. */
  budget?: BudgetName;
  /**
   * Whether its responses are stored until content changes, and equal calls that wait together are answered by one: it only reads, and
   * its result depends on nothing but items, groups, their members and shares, the caller, path and parameters.
   */
  ofContent?: true;
  /** Parameters besides `f` on which its responses to visitors depend, and on nothing else but the organisation's settings and the address. */
  sameForVisitors?: readonly string[];
}

/** An operation at its address. */
export interface OperationRoute extends OperationRules {
  /** Below `/sharing/rest` and `/sharing`. */
  path: string;
  /** GET: by POST as well. */
  method: 'GET' | 'POST';
}

/**
 * A row of the route table. One that `reads`, or makes tokens and pages of the sign-in, is called by GET, and clients also post it. One that
 * `changes` something is reached by POST only, so that no address of a picture, a layer or a link does.
 */
type RouteRow = OperationRules & ({ reads: string } | { changes: string });

export function operationRoutes(rows: readonly RouteRow[]): readonly OperationRoute[] {
  return rows.map((row) =>
    'reads' in row
      ? { ...row, path: row.reads, method: 'GET' }
      : { ...row, path: row.changes, method: 'POST' },
  );
}
