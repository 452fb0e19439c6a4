import { fill, inputOf } from './check-cell.ts';
import type { ApiCell } from './other-cells.ts';
import type { Places, TwoOrganisations } from './two-organisations.ts';

/** A request of our own API about content of the city. */
export interface CellOfApi {
  name: string;
  cell: ApiCell;
  method: string;
  addressOf: (places: Places) => string;
  places: Places;
}

/**
 * The requests of a table of routes. At the city's address each of them, about its content of every access
 * level. At the harbour's, and there also about a map of its own, those whose address or input names something of the city: they
 * must answer as for an unknown id, also where the city's own address may tell more.
 */
export function cellsOf(
  table: Record<string, ApiCell>,
  { things, nothing, own }: TwoOrganisations,
  serverUrl: string,
): CellOfApi[] {
  return Object.entries(table).flatMap(([row, { also = [], ...first }]) => {
    const [method = '', url = ''] = row.split(' ');
    const placed: { within: string; overrides: Record<string, string> }[] = [
      { within: 'city', overrides: {} },
      ...(url.includes('/:org') ? [{ within: 'harbour', overrides: {} }] : []),
      ...(url.includes('/:wid') ? [{ within: 'harbour', overrides: { wid: own.item } }] : []),
    ];
    return [first, ...also].flatMap((input) =>
      placed.flatMap(({ within, overrides }) => {
        const { reveals: _reveals, ...hidden } = input;
        const cell = within === 'city' ? input : hidden;
        const addressOf = (places: Places) =>
          fill(url, places, {
            org: within,
            // Browser sessions name the portal by its address.
            ...(url.includes('/:portal/') && { portal: portalAddress(serverUrl, places, nothing) }),
            ...(input.rest && { rest: input.rest(places) }),
            ...overrides,
          });
        const requestOf = (places: Places) => JSON.stringify([addressOf(places), inputOf(cell, places, own)]);
        // Levels whose requests are the same are one.
        const levels = new Map(Object.values(things).map((places) => [requestOf(places), places]));
        if (within === 'harbour') levels.delete(requestOf(nothing));
        const name = `${url.replace(':org', within)}${Object.keys(overrides).length > 0 ? ' (own map)' : ''}`;
        return [...levels.values()].map((places) => ({ name, cell, method, addressOf, places }));
      }),
    );
  });
}

function portalAddress(serverUrl: string, places: Places, nothing: Places): string {
  const name = places === nothing ? 'nowhere' : 'city';
  return Buffer.from(`${serverUrl}/portal/${name}`).toString('base64url');
}
