import { parseArgs } from 'node:util';
import { portalAddress } from '../../wire/portal-address.ts';
import { findingLines, kindOf } from '../../wire/portal-check.ts';
import { assumptionLines, checkAssumptions } from '../platform/portal-check/check-assumptions.ts';
import { checkPortal, wrongOf } from '../../wire/portal-examination/check-portal.ts';
import { createPortalRequest } from '../platform/portal-check/request.ts';

const usage = `npm run check:portal -- https://example.maps.arcgis.com
  [--app-id ID] [--redirect-uri https://maps.example.org/city/signed-in] [--admin-group ID]
  [--organisation-id ID]

Checks an ArcGIS portal for what this application needs, and compares it with what the application and the stand-ins of its tests
assume about portals. It only reads, and needs no account. With the token of a member in the environment variable PORTAL_TOKEN it
also checks what only members see.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'app-id': { type: 'string', default: '' },
      'redirect-uri': { type: 'string', multiple: true, default: [] },
      'admin-group': { type: 'string', default: '' },
      'organisation-id': { type: 'string', default: '' },
    },
  });
  const [url = ''] = positionals;
  const redirects = values['redirect-uri'];
  if (![url, ...redirects].every((each) => URL.canParse(each))) {
    console.error(usage);
    return 2;
  }
  const origins = redirects.length > 0 ? redirects : ['https://maps.example.org'];
  // Started by the operator, who may request any host from here.
  const ask = createPortalRequest(true);
  // As pages of the application would use it.
  const address = portalAddress(url, origins[0] ?? url);
  const { findings } = await checkPortal(ask, {
    address,
    appId: values['app-id'],
    organisationId: values['organisation-id'],
    adminGroupId: values['admin-group'],
    redirects,
    origins: origins.map((each) => new URL(each).origin),
  });
  for (const line of findingLines(findings)) console.log(line);
  if (wrongOf(findings).every((finding) => kindOf(finding).step !== 'address')) {
    console.log('\nAssumptions about portals (docs/portals.md#assumptions)');
    const results = await checkAssumptions(ask, address, process.env['PORTAL_TOKEN']);
    for (const line of assumptionLines(results)) console.log(line);
  }
  return wrongOf(findings).length > 0 ? 1 : 0;
}

process.exitCode = await main();
