import type { SharedMap, SharedMapSummary } from '../../wire/shared-map.ts';
import type { SharedMapRow, SharedMapSummaryRow } from './shared-map-store.ts';

/** Path of a shared map in the application. */
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

export function presentSharedMap(row: SharedMapRow, publicUrl: string): SharedMap {
  return { ...presentSummary(row, publicUrl), webMap: row.web_map, viewpoint: row.viewpoint };
}
