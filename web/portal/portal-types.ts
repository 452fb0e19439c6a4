/** The members of `portals/self` that the product uses. */
export interface Portal {
  id: string;
  name: string;
  /** Non-empty when the portal is an organisation rather than the public portal. */
  access?: string;
  /** ArcGIS Online: the organisation's part of its address. Members receive that of their own organisation. */
  urlKey?: string | null;
  culture?: string;
  /** The organisation's format of numbers and dates, such as `gb`. */
  cultureFormat?: string | null;
  region?: string;
  units?: 'english' | 'metric';
  currentVersion?: string;
  supportsOAuth?: boolean;
  canSearchPublic?: boolean;
  /** Whether members may share with everyone; administrators always may. */
  canSharePublic?: boolean;
  /** Whether members may comment on items and rate them. */
  commentsEnabled?: boolean;
  /** Whether the portal refuses every change, as during an upgrade. */
  isReadOnly?: boolean;
  /** False without a hosting server, which ArcGIS Enterprise needs to make hosted layers. */
  supportsHostedServices?: boolean;
  featuredGroups?: { title: string; owner: string }[];
  /** Whether `portals/self/categorySchema` has a tree. */
  hasCategorySchema?: boolean;
  /** Finds the group whose items are ready-made category sets, such as `LivingAtlas`. */
  contentCategorySetsGroupQuery?: string;
  user?: { username: string };
  /** Embedded portal only: users receive links instead of emails (`portals/self/links`). */
  accountLinks?: boolean;
  /** Embedded portal only: a user's sessions can be listed and ended (`community/users/{u}/sessions`). */
  accountSessions?: boolean;
  /** Embedded portal only: users can add an authenticator app (`community/users/{u}/secondFactor`). */
  accountSecondFactor?: boolean;
  /** Embedded portal only: whether it sends mail. */
  accountMail?: boolean;
  /** Embedded portal only: deleting a user can transfer their content (`targetUsername`). */
  accountHandover?: boolean;
  /** Embedded portal only: organisations can become partners (`portals/self/trustedOrgs/offer`). */
  partnerships?: boolean;
  /**
   * Embedded portal only: open invitations to a group can be listed and revoked
   * (`community/groups/{g}/invitations`).
   */
  groupInvitations?: boolean;
  /** Embedded portal only: storage used and allowed (`community/users/{u}/storage`, `portals/self/storage`). */
  contentStorage?: boolean;
  /** Embedded portal only: analysing a file gives a `preview`, and a publishing job can be cancelled. */
  uploadPreviews?: boolean;
  /** Embedded portal only: members register applications, whose secrets are shown once and can be replaced. */
  appRegistration?: boolean;
  /** Embedded portal only: `createService` takes the layers of the service. */
  createsLayers?: boolean;
  /** Whether this is ArcGIS Enterprise or an embedded portal rather than ArcGIS Online. */
  isPortal?: boolean;
  /** The organisation's credits, which ArcGIS Online names to those who may see them. */
  availableCredits?: number | null;
  /** Whether the organisation gives each member a budget of credits. */
  creditAssignments?: 'enabled' | 'disabled' | null;
  /** Embedded portal only: whether legacy applications get tokens in URLs (`portals/self/update`). */
  implicitGrant?: boolean;
  /** Embedded portal only: whether members need a second factor to sign in. */
  requireSecondFactor?: boolean;
  /** Embedded portal only: whether applications of devices may sign users in. */
  nativeApps?: boolean;
  helperServices?: { geocode?: Locator[] };
}

/** A geocoder of the portal. */
export interface Locator {
  url: string;
  name?: string;
}

/** A user with an account on the portal. */
export interface PortalUser {
  username: string;
  fullName: string;
  email?: string;
  /** Whether the user has confirmed the address. */
  emailStatus?: string;
  orgId?: string;
  role?: string;
  roleId?: string;
  privileges: string[];
  groups: PortalGroup[];
  thumbnail?: string | null;
  culture?: string | null;
  /** The user's format of numbers and dates; absent: the organisation's. */
  cultureFormat?: string | null;
  region?: string | null;
  units?: string | null;
  userType?: string;
  /** Credits left of the user's budget, where the organisation gives budgets; -1 for no limit. */
  availableCredits?: number | null;
  favGroupId?: string;
  description?: string | null;
  tags?: string[];
  /** Who may see the profile. */
  access?: 'public' | 'org' | 'private';
  disabled?: boolean;
  /** Epoch milliseconds; -1 for never. Only administrators receive it. */
  lastLogin?: number;
  /** Whether signing in requires a second factor. */
  mfaEnabled?: boolean;
  created?: number;
  /** `arcgis` for accounts of the portal itself; the passwords of others are managed elsewhere. */
  provider?: string;
}

/** A group of the portal. */
export interface PortalGroup {
  id: string;
  title: string;
  owner: string;
  access: 'public' | 'org' | 'private';
  snippet?: string | null;
  tags: string[];
  sortField?: string | null;
  sortOrder?: string | null;
  isInvitationOnly: boolean;
  thumbnail?: string | null;
  hasCategorySchema?: boolean;
  orgId?: string;
  /** The caller's membership; present for a single group and for the user's own groups. */
  userMembership?: { memberType: 'owner' | 'admin' | 'member' | 'none' };
}

/** An item of the portal. Times are epoch milliseconds. */
export interface PortalItem {
  id: string;
  /** Name of its file, or of its service. */
  name?: string | null;
  owner: string;
  title: string;
  type: string;
  typeKeywords?: string[];
  snippet?: string | null;
  description?: string | null;
  tags?: string[];
  thumbnail?: string | null;
  access: 'public' | 'org' | 'shared' | 'private';
  /** The organisation of its owner, in portals that have several. */
  orgId?: string;
  created: number;
  modified: number;
  numViews?: number;
  /** 0 to 5; meaningful when `numRatings` is above 0. */
  avgRating?: number;
  numRatings?: number;
  numComments?: number;
  /** Whether comments can be added. */
  commentsEnabled?: boolean;
  /** Size of the data in bytes; -1 if unknown. */
  size?: number;
  /** Paths such as `/Categories/Transport`. */
  categories?: string[];
  /** URL of a service or application. */
  url?: string | null;
  /** Credits and terms of use; HTML written by the author. */
  accessInformation?: string | null;
  licenseInfo?: string | null;
  /** Folder of the owner; only the owner and administrators receive it. */
  ownerFolder?: string | null;
  /** What the user may do with the item: everything, edit it, or only view it. */
  itemControl?: 'admin' | 'update' | '';
  protected?: boolean;
  /** Anything that programs store with the item, such as its translations (`wire/item-translations.ts`). */
  properties?: Record<string, unknown> | null;
}

/** A folder of a user's content. */
export interface PortalFolder {
  id: string;
  title: string;
  username: string;
}

/** A category and its subcategories; `title` is its part of the path. */
export interface Category {
  title: string;
  description?: string;
  categories?: Category[];
}

/** Number of results per value of a field, the most frequent first. */
export interface FieldCounts {
  fieldName: string;
  fieldValues: { value: string; count: number }[];
}

/** One page of a search. `nextStart` is -1 when there are no more results. */
export interface SearchPage<Result> {
  total: number;
  start: number;
  num: number;
  nextStart: number;
  results: Result[];
  /** Present when `countFields` was requested and the portal supports counts. */
  aggregations?: { counts?: FieldCounts[] };
}
