import type { AdministrationTables } from './tables/administration.ts';
import type {
  IntegrationTables,
  MapCheckTables,
  MapCommentTables,
  OrganisationTables,
  SharedMapTables,
} from './tables/application.ts';
import type { MailTables } from './tables/mail.ts';
import type { PasskeyTables } from './tables/passkeys.ts';
import type { PlaceTables } from './tables/places.ts';
import type { PortalTables } from './tables/portal.ts';
import type { QuotaTables } from './tables/quotas.ts';
import type { PublishingTables, ServiceTables } from './tables/services.ts';
import type { UploadTables } from './tables/uploads.ts';

/** Every table of the database, for Kysely. Each slice declares its tables in its own file. */
export interface Tables
  extends
    AdministrationTables,
    IntegrationTables,
    MailTables,
    MapCheckTables,
    MapCommentTables,
    OrganisationTables,
    PasskeyTables,
    PlaceTables,
    PortalTables,
    PublishingTables,
    QuotaTables,
    ServiceTables,
    SharedMapTables,
    UploadTables {}
