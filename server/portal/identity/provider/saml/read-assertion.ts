import type { Person, SamlProvider } from '../provider-store.ts';
import { namespaces, RefusedResponse, samlLimits } from './names.ts';
import { childrenOf, type Element, onlyChild, readXml } from './read-xml.ts';

const { assertion: saml } = namespaces;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const skew = samlLimits.skewSeconds * 1000;

/** What a signed assertion must be for. */
export interface Expected {
  entityId: string;
  consumer: string;
  inResponseTo: string;
  /** Epoch milliseconds. */
  now: number;
}

export interface ReadAssertion {
  id: string;
  person: Person;
  /** When the person last signed in at the provider, in epoch milliseconds; undefined where it does not say so. */
  signedIn: number | undefined;
}

/**
 * Checks an assertion whose signature has been verified (SAML 2.0 profiles, section 4.1.4.3), and reads who it is about.
 * @throws RefusedResponse
 */
export function readAssertion(xml: string, provider: SamlProvider, expected: Expected): ReadAssertion {
  const assertion = readXml(xml, {
    characters: samlLimits.characters * 2,
    elements: samlLimits.elements,
    depth: samlLimits.depth,
  });
  const { ID: id = '', Version: version } = assertion.attributes;
  if (assertion.name !== 'Assertion' || assertion.namespace !== saml || version !== '2.0' || id === '')
    throw new RefusedResponse('structure', 'The signed element is not an assertion of SAML 2.0.');
  if (onlyChild(assertion, saml, 'Issuer')?.text.trim() !== provider.issuer)
    throw new RefusedResponse('wrong-issuer', 'The assertion is from another issuer.');
  checkConditions(assertion, expected);
  const subject = onlyChild(assertion, saml, 'Subject');
  checkConfirmation(subject, expected);
  const statements = childrenOf(assertion, saml, 'AuthnStatement');
  if (statements.length === 0)
    throw new RefusedResponse('subject', 'The assertion does not say that the person signed in.');
  for (const { attributes } of statements) checkEnd(attributes['SessionNotOnOrAfter'], expected.now);
  const person = personOf(nameOf(subject), attributesOf(assertion), provider);
  return { id, person, signedIn: lastInstant(statements, expected.now) };
}

/** @throws RefusedResponse for a time ahead, by more than clocks may differ: the session here would be recent for longer */
function lastInstant(statements: readonly Element[], now: number): number | undefined {
  const times = statements.map(({ attributes }) => timeOf(attributes['AuthnInstant'] ?? ''));
  const known = times.filter((time) => !Number.isNaN(time));
  const last = Math.max(...known);
  if (last > now + skew)
    throw new RefusedResponse(
      'expired',
      `AuthnInstant is ${Math.round((last - now) / 1000)} seconds ahead. Check the clocks of the provider and of this server.`,
    );
  return known.length > 0 ? Math.min(last, now) : undefined;
}

function checkConditions(assertion: Element, { entityId, now }: Expected): void {
  const conditions = onlyChild(assertion, saml, 'Conditions');
  if (!conditions) throw new RefusedResponse('audience', 'The assertion has no conditions.');
  checkPeriod(conditions, now);
  const restrictions = childrenOf(conditions, saml, 'AudienceRestriction');
  const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
  if (conditions.children.some(({ name, namespace }) => namespace !== saml || !known.includes(name)))
    throw new RefusedResponse('audience', 'The assertion has a condition that this portal does not know.');
  const forUs = (restriction: Element) =>
    childrenOf(restriction, saml, 'Audience').some(({ text }) => text.trim() === entityId);
  if (restrictions.length === 0 || !restrictions.every(forUs))
    throw new RefusedResponse('audience', `The assertion is not for ${entityId}.`);
}

/** A bearer confirmation for this address, this request and now. */
function checkConfirmation(subject: Element | undefined, expected: Expected): void {
  const data = childrenOf(subject, saml, 'SubjectConfirmation')
    .filter(({ attributes }) => attributes['Method'] === bearer)
    .flatMap((confirmation) => onlyChild(confirmation, saml, 'SubjectConfirmationData') ?? []);
  const here = data.filter(({ attributes }) => attributes['Recipient'] === expected.consumer);
  if (here.length === 0)
    throw new RefusedResponse('recipient', `The assertion may not be used at ${expected.consumer}.`);
  const confirmation = here.find(({ attributes }) => attributes['InResponseTo'] === expected.inResponseTo);
  if (!confirmation) throw new RefusedResponse('request', 'The assertion answers another request.');
  if (confirmation.attributes['NotOnOrAfter'] === undefined)
    throw new RefusedResponse('expired', 'The assertion does not say until when it may be used.');
  checkPeriod(confirmation, expected.now);
}

function checkPeriod({ attributes }: Element, now: number): void {
  const { NotBefore: from } = attributes;
  if (from !== undefined && !(timeOf(from) <= now + skew))
    throw new RefusedResponse(
      'expired',
      `The assertion is valid from ${from.slice(0, 40)}. Check the clocks.`,
    );
  checkEnd(attributes['NotOnOrAfter'], now);
}

function checkEnd(until: string | undefined, now: number): void {
  if (until !== undefined && !(timeOf(until) > now - skew))
    throw new RefusedResponse('expired', `The assertion expired at ${until.slice(0, 40)}.`);
}

/** Epoch milliseconds; NaN, which no comparison accepts, for anything but a time in UTC. */
function timeOf(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : NaN;
}

function nameOf(subject: Element | undefined): string {
  const name = onlyChild(subject, saml, 'NameID');
  const text = name?.text.trim() ?? '';
  if (!name || name.children.length > 0 || text === '' || text.length > samlLimits.nameCharacters)
    throw new RefusedResponse('subject', 'The assertion has no name identifier (NameID) in plain text.');
  if (name.attributes['Format'] === transient)
    throw new RefusedResponse(
      'subject',
      'The name identifier is transient. The provider must send a persistent one, so that accounts are found again.',
    );
  return text;
}

type Attributes = ReadonlyMap<string, readonly string[]>;

/** Values by name, and by friendly name where no attribute has that name. */
function attributesOf(assertion: Element): Attributes {
  const byName = new Map<string, string[]>();
  const byFriendlyName = new Map<string, string[]>();
  const statements = childrenOf(assertion, saml, 'AttributeStatement');
  for (const attribute of statements.flatMap((each) => childrenOf(each, saml, 'Attribute'))) {
    const { Name: name, FriendlyName: friendly } = attribute.attributes;
    const values = childrenOf(attribute, saml, 'AttributeValue').map(({ text }) => text.trim());
    for (const [map, key] of [
      [byName, name],
      [byFriendlyName, friendly],
    ] as const)
      if (key !== undefined) map.set(key, [...(map.get(key) ?? []), ...values]);
  }
  return new Map([...byFriendlyName, ...byName]);
}

/** Attributes that providers use, where the settings name none. */
const usualNames = {
  fullName: [
    'displayName',
    'name',
    'cn',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'urn:oid:2.5.4.3',
  ],
  email: [
    'mail',
    'email',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
  ],
} as const;

function personOf(subject: string, attributes: Attributes, provider: SamlProvider): Person {
  const first = (own: string, usual: readonly string[] = []) =>
    (own === '' ? usual : [own]).flatMap((name) => attributes.get(name) ?? []).find((text) => text !== '') ??
    '';
  return {
    subject,
    username: first(provider.usernameClaim),
    fullName: first(provider.fullNameClaim, usualNames.fullName),
    email: first(provider.emailClaim, usualNames.email),
    roleValues: attributes.get(provider.roleClaim) ?? [],
  };
}
