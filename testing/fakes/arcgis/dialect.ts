import type { HostedPoints, Organisation, Person, PortalContent } from './content.ts';

/** What answers at an address. */
export type Place =
  | { kind: 'portal'; /** Its address without `/sharing`. */ address: string; below: string[] }
  | { kind: 'identity-provider' }
  | { kind: 'service' }
  | { kind: 'redirect'; location: string }
  | { kind: 'page'; title: string };

/** The differences between ArcGIS Online and ArcGIS Enterprise. */
export interface Dialect {
  name: 'arcgis-online' | 'arcgis-enterprise';
  /** Hosts the stand-in answers for: `name` or `*.name`. */
  hosts: readonly string[];
  /** Answer of the root of the REST API. */
  root: object;
  placeOf(host: string, path: string): Place;
  /** The organisation whose address is asked. */
  organisationAt(host: string, content: PortalContent): Organisation | undefined;
  /** `portals/self`: what visitors see without an organisation. Undefined where there is always one. */
  withoutOrganisation: object;
  /** Further members of `portals/self` of an organisation. */
  organisationFacts(organisation: Organisation): object;
  /** Whether visitors get the description of an organisation that only members may open. */
  describesItselfToVisitors: boolean;
  /** The portal that owns the services of a host, for `rest/info`. */
  owningSystem(host: string): string;
  /** Address of a hosted layer that names none: host and path up to `FeatureServer`. */
  addressOf(service: HostedPoints): string;
  /** Whether a service of this host also takes the portal's own token, not only one that was issued for its server. */
  takesPortalToken(host: string): boolean;
  /** Members of a person's description that differ. */
  personFacts(person: Person): object;
}
