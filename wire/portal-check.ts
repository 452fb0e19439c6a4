/** The steps of setting a portal up, in their order. */
export type PortalStep = 'address' | 'application' | 'administrators' | 'content';

/** `wrong` prevents signing in or opening pages; `note` is information, or could not be checked. */
export type FindingLevel = 'ok' | 'note' | 'wrong';

interface FindingKind {
  step: PortalStep;
  level: FindingLevel;
  /** The setting that is to be corrected. */
  path?: 'portal.url' | 'portal.appId' | 'portal.organisationId' | 'portal.adminGroupId';
  /** The result, and how to fix it. */
  text: string;
}

const address = (level: FindingLevel, text: string): FindingKind => ({
  step: 'address',
  level,
  path: 'portal.url',
  text,
});
const organisation = (level: FindingLevel, text: string): FindingKind => ({
  step: 'address',
  level,
  path: 'portal.organisationId',
  text,
});
const application = (level: FindingLevel, text: string): FindingKind => ({
  step: 'application',
  level,
  path: 'portal.appId',
  text,
});
const administrators = (level: FindingLevel, text: string): FindingKind => ({
  step: 'administrators',
  level,
  path: 'portal.adminGroupId',
  text,
});
const content = (level: FindingLevel, text: string): FindingKind => ({ step: 'content', level, text });

/**
 * Everything a check of a portal can find. The command line and the server print these sentences; pages show them in the user's
 * language (`administration.portal.finding.<code>` of the message catalogue, with the same values).
 */
export const portalFindings = {
  'no-address': address('wrong', '“{{address}}” isn’t a web address. Enter one that starts with https://.'),
  'unknown-host': address('wrong', 'No server named {{host}} was found. Check the spelling of the address.'),
  'private-host': address(
    'wrong',
    '{{host}} is inside this server’s own network, which it may not request. The operator must add it to ALLOWED_PRIVATE_HOSTS.',
  ),
  unreachable: address(
    'wrong',
    '{{host}} didn’t respond ({{reason}}). Check that the portal is running, and that this server may reach it through firewalls.',
  ),
  'certificate-untrusted': address(
    'wrong',
    'This server doesn’t trust the certificate of {{host}} ({{reason}}). Install a certificate of a known authority there, or name the file of your own authority in NODE_EXTRA_CA_CERTS and restart this server.',
  ),
  'certificate-expired': address(
    'wrong',
    'The certificate of {{host}} isn’t valid today ({{reason}}). Renew it there.',
  ),
  'certificate-name': address(
    'wrong',
    'The certificate of {{host}} was issued for another name. Enter the name that the certificate contains, or install another certificate there.',
  ),
  redirects: address(
    'wrong',
    '{{address}} redirects to {{location}}. Enter the address of the portal itself.',
  ),
  'redirects-to-portal': address(
    'wrong',
    '{{address}} redirects. The portal’s address is {{suggestion}}: enter it instead.',
  ),
  'page-of-portal': address(
    'wrong',
    '{{address}} is a page of the portal. The portal’s address is {{suggestion}}: enter it instead.',
  ),
  'web-page': address(
    'wrong',
    '{{address}} responds with a web page (status {{status}}), not as an ArcGIS portal. Enter the portal’s address, without /home. With ArcGIS Enterprise it usually ends in the name of its web adaptor, such as https://gis.example.org/portal.',
  ),
  'not-a-portal': address(
    'wrong',
    '{{address}} responds (status {{status}}), but it isn’t an ArcGIS portal. Enter the portal’s address, without /home and without /sharing/rest.',
  ),
  unavailable: address(
    'wrong',
    '{{host}} is unavailable at the moment (status {{status}}). Check the address again later.',
  ),
  'portal-error': address(
    'wrong',
    'The portal responds with an error: {{reason}}. Check the address, or try again later.',
  ),
  'no-oauth': address('wrong', 'The portal doesn’t support signing in with OAuth 2. Update the portal.'),
  portal: address('ok', '{{name}}, version {{version}}'),
  embedded: address('ok', 'The portal of this server'),
  organisation: organisation('ok', 'Organisation {{id}} ({{name}})'),
  'organisation-given': organisation('ok', 'Members are the accounts of organisation {{id}}'),
  'organisation-of-account': organisation('ok', 'Organisation {{id}}, found by the account {{username}}'),
  'no-organisation': organisation(
    'wrong',
    'This address belongs to no organisation, so nobody would be a member. Use https://YOUR-KEY.maps.arcgis.com, or enter the ID of your organisation.',
  ),
  'closed-organisation': organisation(
    'wrong',
    'The portal describes itself only to members, so its organisation isn’t known. Enter the ID of your organisation.',
  ),
  'other-organisation': organisation(
    'wrong',
    'This address belongs to organisation {{found}}, not to {{given}}. Correct the organisation ID, or use the address of your organisation.',
  ),
  'members-only': address('note', 'Visitors see nothing of this organisation: people must sign in.'),
  'browser-access': address('ok', 'Pages of {{origin}} may read the portal (CORS)'),
  'no-browser-access': address(
    'wrong',
    'The portal doesn’t let pages of {{origin}} read it (CORS: {{reason}}). An administrator of the portal must add {{origin}} under Organization > Settings > Security > Allow origins.',
  ),
  'app-unseen': application(
    'note',
    'Whether the portal knows the application {{appId}} shows when you sign in there.',
  ),
  'app-id-missing': application('note', 'The App ID hasn’t been checked yet.'),
  'app-known': application('ok', 'The portal knows the application {{appId}}'),
  'app-unknown': application(
    'wrong',
    'The portal knows no application “{{appId}}”. Copy the App ID (client ID) from the page of the application in the portal, or register it there first.',
  ),
  'redirect-accepted': application('ok', 'Redirect address accepted: {{redirect}}'),
  'redirect-refused': application(
    'wrong',
    'The application doesn’t accept the redirect address {{redirect}}. Add exactly this address to its redirect URLs in the portal.',
  ),
  'sign-in-page-failed': application(
    'wrong',
    'The sign-in page of the portal responds with status {{status}}. Try again later, or check whether a proxy blocks it.',
  ),
  'group-missing': administrators('note', 'The administrators group hasn’t been checked yet.'),
  'group-found': administrators('ok', 'Administrators group: {{title}}'),
  'group-unseen': administrators(
    'note',
    'The group {{group}} isn’t public or doesn’t exist. Whether you are in it shows when you sign in there.',
  ),
  'group-unknown': administrators(
    'wrong',
    'The portal has no group {{group}} that {{username}} can see. Copy the ID from the address of the group’s page, or choose another group.',
  ),
  'group-elsewhere': administrators(
    'wrong',
    'The group “{{title}}” belongs to another organisation ({{found}}). Choose a group of your own organisation.',
  ),
  administrator: administrators('ok', '{{username}} is in the administrators group'),
  'not-administrator': administrators(
    'wrong',
    '{{username}} isn’t in the group “{{title}}”. Join it in the portal, choose another group, or sign in as someone of it.',
  ),
  'not-member': administrators(
    'wrong',
    '{{username}} belongs to another organisation. Sign in with an account of this organisation, or correct the organisation ID.',
  ),
  'sign-in-refused': administrators('wrong', 'The portal refused the sign-in: {{reason}}'),
  search: content('ok', 'Public web maps: {{total}}'),
  'search-failed': content(
    'wrong',
    'The portal’s search failed, so the gallery would stay empty. Try again later.',
  ),
  basemaps: content('ok', 'Basemap gallery: {{query}}'),
  'no-basemaps': content('note', 'The portal names no basemap gallery.'),
  'basemaps-unseen': content('note', 'Visitors can’t see the group of basemaps.'),
  geocoder: content('ok', 'Address search: {{url}}'),
  'no-geocoder': content('note', 'The portal has no geocoder, so addresses can’t be searched.'),
} satisfies Record<string, FindingKind>;

export type FindingCode = keyof typeof portalFindings;

/** One result of a check. */
export interface PortalFinding {
  code: FindingCode;
  values: Readonly<Record<string, string>>;
}

export const kindOf = ({ code }: PortalFinding): FindingKind => portalFindings[code];

/** A finding in English. */
export function describeFinding(finding: PortalFinding): string {
  return kindOf(finding).text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => finding.values[name] ?? '');
}

const marks = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' };

/** Findings for a terminal, one line each. */
export function findingLines(findings: readonly PortalFinding[]): string[] {
  return findings.map((finding) => `${marks[kindOf(finding).level]}  ${describeFinding(finding)}`);
}

/** A group that may be the administrators' group. */
export interface GroupChoice {
  id: string;
  title: string;
}

/** `POST /api/{org}/administration/portal-check`: portal settings that are not saved yet. */
export interface PortalCheckRequest {
  url: string;
  appId: string;
  organisationId: string;
  adminGroupId: string;
  /** Origin of the page, when people may open it at another address than the server's public one. */
  origin: string;
}

export interface PortalCheckResult {
  /** The address in the form in which it is requested. */
  address: string;
  findings: PortalFinding[];
  /** Addresses to which the portal must send people back; each must be registered. */
  redirects: string[];
  /** Organisation of the address, or of the account that signed in for this check. */
  organisationId?: string;
  /** Groups of the account that signed in at this portal. */
  groups?: GroupChoice[];
}
