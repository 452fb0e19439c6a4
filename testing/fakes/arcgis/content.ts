import { randomBytes } from 'node:crypto';

/** Categories that administrators offer for content. */
export interface CategoryTree {
  title: string;
  categories?: CategoryTree[];
}

/** An organisation of ArcGIS Online, or the one of ArcGIS Enterprise. */
export interface Organisation {
  id: string;
  urlKey: string;
  name: string;
  /** Its address is `{urlKey}.{customBaseUrl}`. */
  customBaseUrl: string;
  /** Whether visitors may open its address. */
  access: 'public' | 'private';
  canSharePublic: boolean;
  commentsEnabled: boolean;
  basemapGroupQuery: string;
  /** Groups that the organisation features on its pages. */
  featuredGroups: { title: string; owner: string }[];
  /** Credits left. */
  availableCredits: number;
  /** https://developers.arcgis.com/rest/users-groups-and-items/category-schema-portal/ */
  categorySchema: CategoryTree[];
  /** Roles that its administrators defined. */
  roles: { id: string; name: string; description: string; privileges: string[] }[];
  /** Host of the organisation's identity provider; absent: all members have accounts of the portal. */
  identityProvider?: string;
}

export interface Person {
  username: string;
  fullName: string;
  password: string;
  orgId: string;
  role: 'org_admin' | 'org_publisher' | 'org_user';
  /** A role that the organisation defined. */
  roleId?: string;
  /** Whether an administrator has disabled the account. */
  disabled?: boolean;
  userLicenseTypeId: 'creatorUT' | 'viewerUT';
  privileges: string[];
  favGroupId: string;
  folders: { id: string; title: string; username: string; created: number }[];
  /** Whether the application may be used: an administrator can require a licence for it. */
  licensed: boolean;
  /** Whether the account is the identity provider's: the portal knows no password of it. */
  fromProvider: boolean;
  /** Language, and the formats, region and units that belong to it. */
  culture: string;
  cultureFormat: string;
  region: string;
  units: 'metric' | 'english';
  /** Credits left of the person's budget; absent: the organisation gives no budgets. */
  availableCredits?: number;
}

export interface Group {
  id: string;
  title: string;
  owner: string;
  orgId: string;
  access: 'private' | 'org' | 'public';
  admins: string[];
  members: string[];
  tags: string[];
  snippet: string | null;
  isFav: boolean;
  capabilities: string[];
  created: number;
}

export interface Item {
  id: string;
  owner: string;
  orgId: string;
  title: string;
  type: string;
  typeKeywords: string[];
  tags: string[];
  snippet: string | null;
  description: string | null;
  accessInformation: string | null;
  licenseInfo: string | null;
  url: string | null;
  /** Anything that programs store with it. */
  properties: object | null;
  extent: number[][];
  access: 'private' | 'org' | 'public';
  groups: string[];
  ownerFolder: string | null;
  created: number;
  modified: number;
  numViews: number;
  protected: boolean;
  categories: string[];
  comments: { id: string; owner: string; created: number; comment: string; parentId: string | null }[];
  thumbnail?: { name: string; type: string; bytes: Uint8Array };
  data?: { type: string; bytes: Uint8Array };
  resources: Map<string, { type: string; bytes: Uint8Array }>;
}

/** Where a hosted service is answered by another server: the stand-in decides who may ask, and passes requests on. */
export interface Forward {
  /** URL up to and with `FeatureServer`. */
  address: string;
  /** A token of that server for accounts that may edit. */
  token: () => Promise<string>;
  /** Adds an empty view of that server; returns its URL. */
  addView: (name: string, description: object) => Promise<string>;
  /** Of a view: the item here of the service that it shows. */
  sourceItemId?: string | undefined;
}

/** A hosted feature layer of points. */
export interface HostedPoints {
  orgId: string;
  name: string;
  isPublic: boolean;
  /** Host and path up to `FeatureServer`, where they are not those of the portal's hosted layers. */
  address?: string;
  /** Kind of the layer, as `Annotation Layer`; absent: a feature layer. */
  kind?: string;
  /** What it allows, as `Create,Query,Editing`; absent: reading. */
  capabilities?: string;
  /** Its item, which services name: clients ask for their user's rights to it. */
  serviceItemId?: string;
  /** Another server that answers for it, instead of its points. */
  forward?: Forward;
  /** Number of features that it reports; of many, maps request those of each tile. */
  count?: number;
  /** Longitude, latitude and a name each. */
  points: [longitude: number, latitude: number, name: string][];
}

/** A feature as it travels: coordinates are in the reference of its layer. */
export interface Feature {
  attributes: Record<string, unknown>;
  geometry?: { x: number; y: number } | Record<string, unknown> | null;
}

/** A layer or table of a hosted service. */
export interface ServiceLayer {
  id: number;
  name: string;
  /** Absent: a table. */
  geometryType?: string;
  fields: { name: string; type: string; [member: string]: unknown }[];
  /** Further members of its definition: drawing info, domains, templates. */
  definition: Record<string, unknown>;
  features: Feature[];
  attachments: Map<number, { id: number; name: string; contentType: string; bytes: Uint8Array }[]>;
}

/** A hosted feature service, on `services.arcgis.com`. Its item decides who may see it. */
export interface FeatureService {
  itemId: string;
  /** Host and path up to `FeatureServer`. */
  address: string;
  description: Record<string, unknown>;
  layers: ServiceLayer[];
}

/** Ids of items and groups: 32 hexadecimal digits. */
export const newId = () => randomBytes(16).toString('hex');

/** Everything the stand-in stores, in memory. */
export class PortalContent {
  readonly organisations = new Map<string, Organisation>();
  readonly people = new Map<string, Person>();
  readonly groups = new Map<string, Group>();
  readonly items = new Map<string, Item>();
  /** Hosted feature services, by organisation and name: `orgId/name`. */
  readonly services = new Map<string, FeatureService>();

  addOrganisation(given: Pick<Organisation, 'id' | 'urlKey' | 'name'> & Partial<Organisation>): Organisation {
    const organisation: Organisation = {
      customBaseUrl: 'maps.arcgis.com',
      access: 'public',
      canSharePublic: true,
      commentsEnabled: true,
      availableCredits: 812.5,
      categorySchema: [],
      featuredGroups: [],
      roles: [],
      basemapGroupQuery: 'title:"Basemaps" AND owner:esri_en',
      ...given,
    };
    this.organisations.set(organisation.id, organisation);
    return organisation;
  }

  addPerson(given: Pick<Person, 'username' | 'fullName' | 'orgId'> & Partial<Person>): Person {
    const role = given.role ?? 'org_publisher';
    const favGroupId = newId();
    const person: Person = {
      password: 'stand-in-password',
      role,
      userLicenseTypeId: 'creatorUT',
      privileges: [...privilegesOf[role]],
      favGroupId,
      folders: [],
      licensed: true,
      fromProvider: false,
      culture: 'en-US',
      cultureFormat: 'us',
      region: 'US',
      units: 'english',
      ...given,
    };
    this.people.set(person.username, person);
    this.addGroup({
      id: favGroupId,
      title: 'Favorites',
      owner: person.username,
      orgId: person.orgId,
      isFav: true,
    });
    return person;
  }

  addGroup(given: Pick<Group, 'title' | 'owner' | 'orgId'> & Partial<Group>): Group {
    const group: Group = {
      id: newId(),
      access: 'private',
      admins: [],
      members: [],
      tags: [],
      snippet: null,
      isFav: false,
      capabilities: [],
      created: Date.now(),
      ...given,
    };
    this.groups.set(group.id, group);
    return group;
  }

  addItem(given: Pick<Item, 'owner' | 'title' | 'type'> & Partial<Item> & { document?: unknown }): Item {
    const { document, ...fields } = given;
    const person = this.people.get(given.owner);
    const now = Date.now();
    const item: Item = {
      id: newId(),
      orgId: person?.orgId ?? '',
      typeKeywords: [],
      tags: [],
      snippet: null,
      description: null,
      accessInformation: null,
      licenseInfo: null,
      url: null,
      properties: null,
      extent: [],
      access: 'private',
      groups: [],
      ownerFolder: null,
      created: now,
      modified: now,
      numViews: 0,
      protected: false,
      categories: [],
      comments: [],
      resources: new Map(),
      ...(document !== undefined && {
        data: { type: 'application/json', bytes: Buffer.from(JSON.stringify(document)) },
      }),
      ...fields,
    };
    this.items.set(item.id, item);
    return item;
  }

  groupsOf(person: Person | undefined): Group[] {
    if (!person) return [];
    return [...this.groups.values()].filter((group) => isMember(group, person.username));
  }

  maySee(item: Item, person: Person | undefined): boolean {
    if (item.access === 'public' || item.owner === person?.username) return true;
    if (!person) return false;
    if (item.access === 'org' && item.orgId === person.orgId) return true;
    if (person.role === 'org_admin' && item.orgId === person.orgId) return true;
    return item.groups.some((id) => {
      const group = this.groups.get(id);
      return group !== undefined && !group.isFav && isMember(group, person.username);
    });
  }

  mayChange(item: Item, person: Person | undefined): boolean {
    if (!person) return false;
    if (item.owner === person.username) return true;
    if (person.role === 'org_admin' && item.orgId === person.orgId) return true;
    return item.groups.some((id) => {
      const group = this.groups.get(id);
      return group?.capabilities.includes('updateitemcontrol') === true && isMember(group, person.username);
    });
  }

  maySeeGroup(group: Group, person: Person | undefined): boolean {
    if (group.isFav) return group.owner === person?.username;
    if (group.access === 'public') return true;
    if (!person) return false;
    if (isMember(group, person.username)) return true;
    return group.orgId === person.orgId && (group.access === 'org' || person.role === 'org_admin');
  }
}

export function isMember(group: Group, username: string): boolean {
  return group.owner === username || group.admins.includes(username) || group.members.includes(username);
}

const userPrivileges = [
  'features:user:edit',
  'portal:user:createGroup',
  'portal:user:createItem',
  'portal:user:joinGroup',
  'portal:user:shareGroupToOrg',
  'portal:user:shareToGroup',
  'portal:user:shareToOrg',
  'portal:user:shareToPublic',
  'portal:user:viewOrgGroups',
  'portal:user:viewOrgItems',
  'portal:user:viewOrgUsers',
];

/**
 * Privileges of the default roles.
 * https://developers.arcgis.com/rest/users-groups-and-items/privileges/
 */
const privilegesOf: Readonly<Record<Person['role'], readonly string[]>> = {
  org_user: userPrivileges,
  org_publisher: [
    ...userPrivileges,
    'portal:publisher:publishFeatures',
    'portal:publisher:publishTiles',
    'premium:user:geocode',
  ],
  org_admin: [
    ...userPrivileges,
    'portal:admin:assignToGroups',
    'portal:admin:changeUserRoles',
    'portal:admin:deleteGroups',
    'portal:admin:deleteItems',
    'portal:admin:deleteUsers',
    'portal:admin:disableUsers',
    'portal:admin:inviteUsers',
    'portal:admin:manageCollaborations',
    'portal:admin:manageRoles',
    'portal:admin:manageSecurity',
    'portal:admin:reassignItems',
    'portal:admin:shareToOrg',
    'portal:admin:shareToPublic',
    'portal:admin:updateGroups',
    'portal:admin:updateItems',
    'portal:admin:updateUsers',
    'portal:admin:viewGroups',
    'portal:admin:viewItems',
    'portal:admin:viewUsers',
    'portal:publisher:publishFeatures',
    'portal:publisher:publishTiles',
    'premium:user:geocode',
  ],
};
