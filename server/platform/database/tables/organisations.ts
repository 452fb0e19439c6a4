import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AppConfigInput } from '../../../../wire/app-config.ts';

export interface OrganisationTables {
  organisation: OrganisationTable;
  organisation_revision: OrganisationRevisionTable;
  organisation_logo: OrganisationLogoTable;
  installation_fact: InstallationFactTable;
}

interface OrganisationTable {
  name: string;
  /** The current revision. */
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

interface OrganisationLogoTable {
  organisation: string;
  content_type: string;
  bytes: Uint8Array;
}

/** Facts about this installation, such as which demo content it holds. */
interface InstallationFactTable {
  name: string;
  value: JSONColumnType<object>;
}
