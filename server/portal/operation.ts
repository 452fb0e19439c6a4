import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Requirement } from './access/requirement.ts';
import type { BudgetName, Budgets } from '../platform/budgets/budgets.ts';
import type { Parameters } from '../platform/arcgis/parameters.ts';
import type { Database } from '../platform/database/connect.ts';
import type { DocumentThreads } from '../platform/documents/document-threads.ts';
import type { FormFile } from '../platform/http/multipart/read-form.ts';
import type { Caller } from './caller.ts';
import type { JobRunner } from './content/publishing/job-runner.ts';
import type { ServiceHosting } from './hosting.ts';
import type { TryLimiter } from './identity/try-limiter.ts';
import type { PortalOrganisations } from './organisation/portal-organisations.ts';
import type { PortalSettings } from './portal-settings.ts';

/** What every portal operation may rely on. */
export interface PortalContext {
  database: Database;
  /** What each class of work may take. */
  budgets: Budgets;
  /** Threads for what is large in a form. */
  documents: DocumentThreads;
  /** Origin people see, without a trailing slash. */
  publicUrl: string;
  /** The organisation of the address a call came to, as `/city`; empty at the root address. */
  address: string;
  /** Epoch milliseconds; tests pass their own clock. */
  now: () => number;
  /** The organisation a call is about; between calls the installation's own. */
  portal: PortalSettings;
  organisations: PortalOrganisations;
  /** Organisations that one of these groups makes the administrators of. */
  administeredBy: (groupIds: readonly string[]) => Promise<readonly Administered[]>;
  /** Counts sign-in tries (`limits.signInTriesPerMinute`). */
  signInTries: TryLimiter;
  /** Largest file people may upload, in bytes. */
  uploadBytes: number;
  /** The server whose services are items of this portal. */
  hosting: ServiceHosting;
  /** Files on their way to become services. */
  publishing: JobRunner;
}

/** An organisation, and the group whose members administer it. */
export interface Administered {
  organisation: string;
  groupId: string;
}

/** One call of a portal operation, GET or POST alike. */
export interface PortalCall {
  context: PortalContext;
  /** Who calls; `anonymous` when no token came. A dead token never gets here: it is answered with 498. */
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
 * A portal operation: normalise, validate, authorise, act, present.
 * It returns the JSON answer, or `rawAnswer` when it has sent something else (bytes, a page, a redirect) through `reply`.
 */
export type Operation = (call: PortalCall) => Promise<object | null | typeof rawAnswer>;

export const rawAnswer = Symbol('raw answer');

/** A row of the route table. Every path answers GET and POST, and works below `/sharing/rest` and `/sharing`. */
export interface OperationRoute {
  path: string;
  operation: Operation;
  /** Checked before the operation runs; a row that does not say who may call it does not compile. */
  needs: Requirement;
  /** Form fields that may carry a whole web map or a picture. */
  largeFields?: readonly string[];
  /** Set where another server learns who someone is, by a token that is meant for it and serves once. */
  provesIdentity?: true;
  /** The class of work it belongs to; `content` when absent. */
  budget?: BudgetName;
}
