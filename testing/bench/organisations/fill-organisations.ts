import { type Database, poolOf } from '../../../server/platform/database/connect.ts';

/** Content of one organisation, whatever their number. */
const revisions = 3;
const sharedMaps = 10;
const acts = 20;

/** Name of the nth organisation, from 0. */
export const organisationName = (n: number) => `bench-${n}`;

/** Link of the nth organisation's first shared map. */
export const firstSid = (n: number) => `${organisationName(n)}-1`;

/** The config and the map that are read and written: as large as those of the demo. */
export const webMap = {
  version: '2.31',
  authoringApp: 'Mapping',
  operationalLayers: Array.from({ length: 8 }, (_, index) => ({
    id: `layer-${index}`,
    title: `Layer ${index}`,
    url: `https://gis.example.org/server/rest/services/City/FeatureServer/${index}`,
    layerType: 'ArcGISFeatureLayer',
    visibility: index < 4,
    opacity: 1,
  })),
  baseMap: { title: 'Streets', baseMapLayers: [{ id: 'base', layerType: 'VectorTileLayer' }] },
  spatialReference: { wkid: 102100, latestWkid: 3857 },
};

/** Organisations of one size, all administered by one group, with content for administrators. */
export async function fillOrganisations(
  database: Database,
  count: number,
  config: { portal: { url: string; adminGroupId: string } },
): Promise<void> {
  const pool = poolOf(database);
  const names = `(select 'bench-' || n as name from generate_series(0, $1::int - 1) n) o`;
  await pool.query(`insert into organisation (name, revision) select name, $2::int from ${names}`, [
    count,
    revisions,
  ]);
  await pool.query(
    `insert into organisation_revision (organisation, revision, config, author)
     select name, revision, $2::jsonb || jsonb_build_object('title', name || ' ' || revision), 'ada'
     from ${names}, generate_series(1, ${revisions}) revision`,
    [count, JSON.stringify(config)],
  );
  await pool.query(
    `insert into shared_map (sid, organisation, title, web_map, access, owner, created_at, modified_at)
     select name || '-' || n, name, 'Map ' || n, $2::jsonb, 'public', 'ada', $3::bigint + n, $3::bigint + n
     from ${names}, generate_series(1, ${sharedMaps}) n`,
    [count, JSON.stringify(webMap), Date.now()],
  );
  await pool.query(
    `insert into audit_entry (organisation, at, actor, act, subject, detail)
     select name, $2::bigint + n, 'ada', 'config.saved', n::text, '{"changed": ["title"]}'
     from ${names}, generate_series(1, ${acts}) n`,
    [count, Date.now()],
  );
  await pool.query(
    `insert into usage_day (organisation, day, kind, count)
     select name, current_date - n, 'maps', 7 from ${names}, generate_series(0, 29) n`,
    [count],
  );
  await pool.query('vacuum analyze');
}
