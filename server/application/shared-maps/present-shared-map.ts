import type { SharedMapSummary } from '../../../wire/shared-map.ts';
import type { SharedMapRow, SharedMapSummaryRow } from './shared-map-store.ts';

/** Address of a shared map in the application. */
export function sharedMapUrl(publicUrl: string, organisation: string, sid: string): string {
  return `${publicUrl}/${organisation}/map/sid/${sid}`;
}

export function presentSummary(row: SharedMapSummaryRow, publicUrl: string): SharedMapSummary {
  return {
    sid: row.sid,
    url: sharedMapUrl(publicUrl, row.organisation, row.sid),
    title: row.title,
    access: row.access,
    owner: row.owner,
    created: row.created_at,
    modified: row.modified_at,
    expires: row.expires_at,
    revoked: row.revoked_at !== null,
  };
}

/**
 * The response as JSON: it contains the document as stored, since parsing megabytes would block the event
 * loop.
 */
export function presentSharedMap(row: SharedMapRow, publicUrl: string): string {
  const head = JSON.stringify({ ...presentSummary(row, publicUrl), viewpoint: row.viewpoint });
  return `${head.slice(0, -1)},"webMap":${row.web_map}}`;
}
