import {
  type AuditPage,
  type ConfigRevisions,
  type SavedConfig,
  trialHeader,
  type TrialSignIn,
  type UsageDays,
} from '../../wire/administration.ts';
import type { AppConfig } from '../../wire/app-config.ts';
import type { PortalCheckResult, PortalCheckRequest } from '../../wire/portal-check.ts';
import { apiClient } from './api-client.ts';

/** The config as an administrator edits it. */
export interface OpenedConfig extends SavedConfig {
  /** Names the revision; a save sends it back as the revision it is based on. */
  tag: string;
}

const below = (organisation: string, path: string) =>
  `/${encodeURIComponent(organisation)}/administration/${path}`;

/** The current config with its revision. @throws MappingError 401, 403 unless the user is an administrator */
export async function openConfig(organisation: string, signal?: AbortSignal): Promise<OpenedConfig> {
  const { data, headers } = await apiClient.get<SavedConfig>(below(organisation, 'config'), { signal });
  return { ...data, tag: String(headers['etag'] ?? '') };
}

/**
 * Saves a config as the next revision.
 * @param trial a sign-in with the new portal address or App ID, when one of them changes
 * @throws MappingError `config:changed-meanwhile` (412) when someone else has saved since, `config:invalid`
 *   with all faults, `config:sign-in-needed` (409) when a trial is needed
 */
export async function saveConfig(
  organisation: string,
  tag: string,
  config: AppConfig,
  trial?: TrialSignIn,
): Promise<OpenedConfig> {
  const { data, headers } = await apiClient.put<SavedConfig>(below(organisation, 'config'), config, {
    headers: { 'If-Match': tag, ...trialHeaders(trial) },
  });
  return { ...data, tag: String(headers['etag'] ?? '') };
}

/**
 * Checks portal settings on the server before they are saved.
 * @param trial a sign-in with these settings, to check the group and the membership of its account too
 */
export async function checkPortal(
  organisation: string,
  portal: PortalCheckRequest,
  trial?: TrialSignIn,
): Promise<PortalCheckResult> {
  const { data } = await apiClient.post<PortalCheckResult>(below(organisation, 'portal-check'), portal, {
    headers: trialHeaders(trial),
    // The server waits up to ten seconds for each of the portal's answers.
    timeout: 120_000,
  });
  return data;
}

/** Earlier saves with their changes, newest first; `before` returns older ones. */
export async function listRevisions(
  organisation: string,
  before?: number,
  signal?: AbortSignal,
): Promise<ConfigRevisions> {
  const { data } = await apiClient.get<ConfigRevisions>(below(organisation, 'revisions'), {
    signal,
    params: { before },
  });
  return data;
}

/** One revision as it was. */
export async function openRevision(organisation: string, revision: number): Promise<SavedConfig> {
  return (await apiClient.get<SavedConfig>(below(organisation, `revisions/${revision}`))).data;
}

/** Saves an earlier revision as the next one; see `saveConfig` for the trial. */
export async function restoreRevision(
  organisation: string,
  tag: string,
  revision: number,
  trial?: TrialSignIn,
): Promise<void> {
  await apiClient.post(below(organisation, `revisions/${revision}/restore`), undefined, {
    headers: { 'If-Match': tag, ...trialHeaders(trial) },
  });
}

function trialHeaders(trial: TrialSignIn | undefined): Record<string, string> {
  return trial ? { [trialHeader]: btoa(JSON.stringify(trial)) } : {};
}

/** Stores a picture on the server. @returns the address to set as `portal.customLogo` */
export async function uploadLogo(organisation: string, picture: Blob): Promise<string> {
  const { data } = await apiClient.post<{ url: string }>(below(organisation, 'logo'), picture, {
    headers: { 'content-type': picture.type || 'image/png' },
  });
  return data.url;
}

export interface AuditQuery {
  actor?: string | undefined;
  act?: string | undefined;
  /** Epoch milliseconds, inclusive and exclusive. */
  from?: number | undefined;
  until?: number | undefined;
  /** Only entries older than this one. */
  before?: number | undefined;
}

export async function listAudit(
  organisation: string,
  query: AuditQuery,
  signal?: AbortSignal,
): Promise<AuditPage> {
  const { data } = await apiClient.get<AuditPage>(below(organisation, 'audit'), {
    params: { ...query },
    signal,
  });
  return data;
}

/** The audit log as a CSV file. */
export async function auditFile(organisation: string, query: AuditQuery): Promise<Blob> {
  const { data } = await apiClient.get<Blob>(below(organisation, 'audit.csv'), {
    params: { ...query },
    responseType: 'blob',
  });
  return data;
}

export async function getUsage(organisation: string, days: number, signal?: AbortSignal): Promise<UsageDays> {
  const { data } = await apiClient.get<UsageDays>(below(organisation, 'usage'), { params: { days }, signal });
  return data;
}

/** Counts an opened map, anonymously; failures are ignored. */
export async function reportMapOpened(organisation: string): Promise<void> {
  await apiClient.post(`/${encodeURIComponent(organisation)}/usage/map-opened`).catch(() => undefined);
}
