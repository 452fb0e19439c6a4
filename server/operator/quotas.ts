import { MappingError } from '../../wire/errors.ts';
import type { Database } from '../platform/database/connect.ts';
import { findOrganisation } from '../portal/organisation/portal-organisation-store.ts';
import {
  changeQuotas,
  findQuotas,
  findUsage,
  type QuotaColumn,
  quotaColumns,
} from '../portal/quotas/quota-store.ts';

/** Options of the command by column: `--person-bytes`. */
export const quotaOptions = quotaColumns.map((column) => column.replaceAll('_', '-'));

/** Sets the given quotas (`default` restores the default), and lists the effective ones. */
export async function quota(
  database: Database,
  name: string,
  given: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const organisation = await findOrganisation(database, { urlKey: name });
  if (!organisation)
    throw new MappingError(
      'operator:no-organisation',
      `There is no organisation ${name} on the embedded portal.`,
    );
  const changes: Partial<Record<QuotaColumn, number | null>> = {};
  for (const column of quotaColumns) {
    const text = given[column.replaceAll('_', '-')];
    if (text !== undefined) changes[column] = readAmount(column, text);
  }
  if (Object.keys(changes).length > 0) await changeQuotas(database, organisation.id, changes);
  const [most, used] = await Promise.all([
    findQuotas(database, organisation.id),
    findUsage(database, 'organisation', organisation.id),
  ]);
  return [
    `${name} uses ${used.bytes} bytes in ${used.items} items with ${used.features} features.`,
    ...(['person', 'organisation'] as const).map((scope) => {
      const { bytes, items, features, sharedMaps, uploadSeconds } = most[scope];
      return `  ${scope}: ${bytes} bytes, ${items} items, ${features} features, ${sharedMaps} shared maps, ${uploadSeconds} seconds of reading files a day`;
    }),
  ].join('\n');
}

const units: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

function readAmount(column: QuotaColumn, text: string): number | null {
  if (text === 'default') return null;
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]B)?$/i.exec(text.trim()) ?? [];
  const factor = units[unit.toUpperCase()];
  const value = Number(digits) * (factor ?? Number.NaN);
  const bytes = column.endsWith('_bytes');
  if (digits === '' || !Number.isSafeInteger(Math.round(value)) || (unit !== '' && !bytes)) {
    throw new MappingError(
      'operator:quota',
      `--${column.replaceAll('_', '-')} takes a number${bytes ? ', such as 10GB' : ''}, or default.`,
    );
  }
  return Math.round(value);
}
