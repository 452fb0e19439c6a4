import { type Expression, sql, type SqlBool } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { inScope, type ServiceScope } from './service-store.ts';

/** A service in a list of them. */
export interface ListedService {
  name: string;
  isTiles: boolean;
  /** Whether it has anything to draw. */
  hasGeometry: boolean;
}

/**
 * The first services of the scope by name.
 * @param readable a condition on hosted_service
 */
export async function listServices(
  database: Database,
  scope: ServiceScope,
  readable: Expression<SqlBool>,
  max: number,
): Promise<ListedService[]> {
  return (
    database
      .selectFrom('hosted_service')
      .select(['hosted_service.name', 'hosted_service.is_tiles as isTiles'])
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('hosted_layer')
              .select('layer_id')
              .whereRef('service_id', '=', 'hosted_service.id')
              .where('geometry_type', 'is not', null),
          )
          .$castTo<boolean>()
          .as('hasGeometry'),
      )
      .where(inScope(scope))
      .where(readable)
      // As the index of names has them, which ends the scan early.
      .orderBy(sql`lower(hosted_service.name)`)
      .limit(max)
      .execute()
  );
}

/** Tells of each of these services whether a condition on hosted_service holds for it. */
export async function findReadable(
  database: Database,
  services: readonly { orgId: string; serviceName: string }[],
  readable: Expression<SqlBool>,
): Promise<(orgId: string, serviceName: string) => boolean> {
  const rows = await database
    .selectFrom('hosted_service')
    .select(['org_id', 'name'])
    .where(
      sql<SqlBool>`(org_id, lower(name)) in (
        select * from unnest(${services.map(({ orgId }) => orgId)}::text[],
          ${services.map(({ serviceName }) => serviceName.toLowerCase())}::text[]))`,
    )
    .where(readable)
    .execute();
  const found = new Set(rows.map(({ org_id: orgId, name }) => JSON.stringify([orgId, name])));
  return (orgId, serviceName) => found.has(JSON.stringify([orgId, serviceName]));
}
