/** What the portal says about itself: the parts of `portals/self` the product uses (portal-wire §2). */
export interface Portal {
  id: string;
  name: string;
  /** Non-empty when the portal is an organisation rather than the public whole. */
  access?: string;
  culture?: string;
  units?: 'english' | 'metric';
  currentVersion?: string;
  supportsOAuth?: boolean;
  canSearchPublic?: boolean;
  featuredGroups?: { title: string; owner: string }[];
  user?: { username: string };
}

/** A member of the portal (spec §3). */
export interface PortalUser {
  username: string;
  fullName: string;
  email?: string;
  orgId?: string;
  role?: string;
  roleId?: string;
  privileges: string[];
  groups: PortalGroup[];
  thumbnail?: string | null;
  culture?: string | null;
  region?: string | null;
  units?: string | null;
  userType?: string;
  favGroupId?: string;
}

/** A group of the portal (spec §3). */
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
}

/** An item of the portal (portal-wire §4). Times are epoch milliseconds. */
export interface PortalItem {
  id: string;
  owner: string;
  title: string;
  type: string;
  snippet?: string | null;
  description?: string | null;
  tags?: string[];
  thumbnail?: string | null;
  access: 'public' | 'org' | 'shared' | 'private';
  created: number;
  modified: number;
  numViews?: number;
}

/** One page of a search (portal-wire §0, paging envelope). `nextStart` is -1 when there is no more. */
export interface SearchPage<Result> {
  total: number;
  start: number;
  num: number;
  nextStart: number;
  results: Result[];
}
