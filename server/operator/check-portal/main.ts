import { parseArgs } from 'node:util';
import { portalAddress } from '../../../wire/portal-address.ts';
import { checkPortal, type Get } from './checks.ts';

const usage = `npm run check:portal -- https://example.maps.arcgis.com
  [--app-id ID] [--redirect-uri https://maps.example.org/city/signed-in] [--admin-group ID]

Checks an ArcGIS portal for what this application needs. It only reads, and needs no account.`;

const get: Get = async (address, headers = {}) => {
  const response = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(20_000) });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'app-id': { type: 'string' },
      'redirect-uri': { type: 'string' },
      'admin-group': { type: 'string' },
    },
  });
  const [address = ''] = positionals;
  if (!URL.canParse(address)) {
    console.error(usage);
    return 2;
  }
  const findings = await checkPortal(
    {
      url: portalAddress(address, address),
      ...(values['app-id'] !== undefined && { appId: values['app-id'] }),
      ...(values['redirect-uri'] !== undefined && { redirectUri: values['redirect-uri'] }),
      ...(values['admin-group'] !== undefined && { adminGroupId: values['admin-group'] }),
    },
    get,
  );
  const marks = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' };
  for (const { level, subject, text } of findings) console.log(`${marks[level]}  ${subject}: ${text}`);
  return findings.some(({ level }) => level === 'wrong') ? 1 : 0;
}

process.exitCode = await main();
