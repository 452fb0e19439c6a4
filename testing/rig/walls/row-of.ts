import { apiCells, serviceCells } from './other-cells.ts';
import type { ApiCell } from './other-cells.ts';
import { portalCells } from './portal-cells.ts';

export interface RowOf {
  table: Readonly<Record<string, ApiCell>>;
  row: string;
  /** The file of the table, for the author of a new route. */
  name: string;
}

/** The table and row of a route. */
export function rowOf({ method, url }: { method: string; url: string }): RowOf {
  const portal = /^\/portal(?:\/:org)?\/sharing(?:\/rest)?(\/.*)?$/.exec(url);
  if (portal) return { table: portalCells, row: portal[1] ?? '/', name: 'portal-cells.ts' };
  const service = /^\/server(?:\/:org)?(\/(?:rest|fonts|ogc)\/.*)$/.exec(url);
  if (service) return { table: serviceCells, row: service[1] ?? '', name: 'serviceCells of other-cells.ts' };
  return { table: apiCells, row: `${method} ${url}`, name: 'apiCells of other-cells.ts' };
}
