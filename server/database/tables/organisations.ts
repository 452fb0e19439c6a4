import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AppConfigInput } from '../../../wire/app-config.ts';

export interface OrganisationTables {
  organisation: OrganisationTable;
  organisation_revision: OrganisationRevisionTable;
}

interface OrganisationTable {
  name: string;
  /** The revision in force. */
  revision: number;
  created_at: ColumnType<Date, never, never>;
}

interface OrganisationRevisionTable {
  organisation: string;
  revision: number;
  config: JSONColumnType<AppConfigInput>;
  author: string;
  saved_at: Generated<Date>;
}
