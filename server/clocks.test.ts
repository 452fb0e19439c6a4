import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;

/**
 * What may read the clock of its process, and why. Whatever another process has written is compared with the clock of the database:
 * `databaseNow` in a statement, or the `now` that the composition gives to all rooms (`Primary.now`).
 */
const own: Readonly<Record<string, string>> = {
  'platform/database/primary.ts': 'compares the two clocks',
  'platform/database/primary-watch.ts': 'compares the two clocks, and measures how long the primary is away',
  'platform/database/stand-in.ts': 'measures how long the primary is away',
  'platform/database/embedded/start.ts': 'measures how long PostgreSQL runs',
  'platform/budgets/rate-counter.ts': 'without another clock, in tests',
  'platform/membership/identify.ts': 'the age of responses in memory',
  'application/map-comments/live-routes.ts': 'the age of notices in memory',
  'application/organisations/config-cache.ts': 'the age of configurations in memory',
  'application/sessions/silent-portals.ts': 'without another clock, in tests',
  'composition/first-cards.ts': 'the age of cards in memory',
  'composition/page-extras.ts': 'the age of responses in memory',
  'gis/storage/view-extent-store.ts': 'names extents in memory by the minute',
  'gis/vector-tiles/hosted/hosted-tiles.ts': 'names tiles of this machine by the minute',
  'gis/service-routes/feature-service-routes.ts': 'without another clock, in tests',
  'portal/portal-context.ts': 'without another clock: tests, and commands of the operator, who is alone',
  'portal/organisation/portal-organisations.ts': 'the age of organisations in memory',
  'portal/identity/provider/openid-connect.ts': 'compared with the clock of the provider',
  'gis/exports/formats/write-dbf.ts': 'the day of a file',
  'operator/backup/backup-store.ts': 'the time of a backup',
  // Stored, and shown to people; nothing is decided by these.
  'application/integrations/credentials/credential-store.ts': 'when secrets were deleted',
  'application/integrations/credentials/routes.ts': 'when secrets were set',
  'application/integrations/health/routes.ts':
    'when an integration was checked; its changes are stored in their order',
  'application/organisations/logo/upload-logo.ts': 'when a picture was stored',
  'application/short-addresses/routes.ts': 'when an address was given',
  'gis/geocode/gazetteer/gazetteer-store.ts': 'when a gazetteer was loaded',
  // The first edit time of a layer: later ones are later than that, whatever the clock (`momentAfter`).
  'gis/analysis/analysis-service.ts': 'when a layer was made',
  'gis/storage/create-hosted-layer.ts': 'when a layer was made',
  'gis/uploads/create-empty-service.ts': 'when a layer was made',
  'gis/uploads/publish-file.ts': 'when a layer was made',
  'gis/uploads/publish-tiles.ts': 'when tiles were stored',
  'gis/feature-server/sync/background.ts':
    'in a thread; a result is stored for a day, of which minutes do not matter',
};

test('no process compares its own clock with what another one has written', () => {
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', 'demo/**'] });
  expect(files.length).toBeGreaterThan(500);
  const readers = files.filter((file) =>
    /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(path.join(folder, file), 'utf8')),
  );
  expect(readers.toSorted()).toEqual(Object.keys(own).toSorted());
});
