import { type Budgets, createBudgets } from '../platform/budgets/budgets.ts';
import type { Database } from '../platform/database/connect.ts';
import { documentThreads } from '../platform/documents/document-threads.ts';
import type { AllowedPrivateHosts } from '../platform/safety/safe-fetch.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import type { SmtpSettings } from '../platform/mail/smtp-settings.ts';
import type { Vault } from '../platform/safety/vault.ts';
import { limits } from '../limits.ts';
import {
  analysisJobs,
  appendJobs,
  createJobRunner,
  exportJobs,
  joinJobs,
  replicaJobs,
} from './content/publishing/job-runner.ts';
import { noHosting, type ServiceHosting } from './hosting.ts';
import { createPortalOrganisations } from './organisation/portal-organisations.ts';
import { samlThreads } from './identity/provider/saml/saml-threads.ts';
import { createViewCounter } from './content/views/view-counter.ts';
import { createSharedTryLimiter } from './identity/try-limiter-store.ts';
import type { PortalContext } from './operation.ts';
import { defaultPortalSettings, type PortalSettings } from './portal-settings.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The context of every portal operation; `portal` overrides individual settings. */
export function createPortalContext(options: {
  database: Database;
  /** Connections for queries before every response; `database` when absent. */
  reserved?: Database;
  budgets?: Budgets;
  publicUrl: string;
  now?: () => number;
  portal?: Partial<PortalSettings>;
  uploadBytes?: number | undefined;
  hosting?: ServiceHosting;
  administeredBy?: PortalContext['administeredBy'];
  passOnSharedMaps?: PortalContext['passOnSharedMaps'];
  countSharedMaps?: PortalContext['countSharedMaps'];
  vault?: Vault | undefined;
  smtp?: SmtpSettings | undefined;
  allowedPrivateHosts?: AllowedPrivateHosts | undefined;
}): PortalContext {
  const now = options.now ?? Date.now;
  const budgets = options.budgets ?? createBudgets();
  const portal = { ...defaultPortalSettings, ...options.portal };
  const counted = (name: string, tries: number, windowMs: number) =>
    createSharedTryLimiter(options.database, { name, tries, windowMs, now });
  return {
    database: options.database,
    budgets,
    documents: documentThreads(budgets.documents),
    views: createViewCounter(now),
    saml: samlThreads(budgets.samlResponses),
    publicUrl: options.publicUrl,
    now,
    address: '',
    portal,
    organisations: createPortalOrganisations(options.reserved ?? options.database, portal, now),
    administeredBy: options.administeredBy ?? (async () => []),
    passOnSharedMaps: options.passOnSharedMaps ?? (async () => 0),
    countSharedMaps: options.countSharedMaps ?? (async () => 0),
    signInTries: counted('sign-in', limits.signInTriesPerMinute, minute),
    passkeyTries: counted('passkey', limits.passkeyTriesPerAddress, minute),
    accountTries: counted('account', limits.accountTriesPerHour, hour),
    networkTries: counted('network', limits.networkTriesPerHour, hour),
    codeTries: counted('code', limits.codeTriesPerHour, hour),
    forgottenTries: counted('forgotten', limits.forgottenPasswordsPerHour, hour),
    testMailTries: counted('test-mail', limits.testMailsPerHour, hour),
    mail: options.smtp && createMailer(options.smtp),
    vault: options.vault,
    allowedPrivateHosts: options.allowedPrivateHosts ?? false,
    uploadBytes: options.uploadBytes ?? limits.uploadBytes,
    hosting: options.hosting ?? noHosting,
    publishing: createJobRunner(options.database),
    exporting: createJobRunner(options.database, exportJobs),
    analysing: createJobRunner(options.database, analysisJobs),
    appending: createJobRunner(options.database, appendJobs),
    synchronizing: createJobRunner(options.database, replicaJobs),
    joining: createJobRunner(options.database, joinJobs),
  };
}
