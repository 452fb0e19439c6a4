import type { BudgetName } from '../../server/platform/budgets/budgets.ts';
import type { expensiveRequests } from './expensive-requests.ts';

type Load = keyof typeof expensiveRequests;

/** The kinds whose requests need places of each class of work: a new class needs its most expensive ones. */
export const loadsOfClasses: Readonly<Record<BudgetName, readonly [Load, ...Load[]]>> = {
  small: ['configs and pages', 'descriptions of services'],
  content: ['item lists', 'pages of heavy items', 'groups and people', 'comments and people on maps'],
  vendors: ['token broker'],
  search: ['searches of many words', 'item lists', 'nested conditions'],
  features: ['pages of 8,000 features', 'statistics', 'bins and renderers', 'OGC API Features'],
  geometry: ['polygons of 100,000 vertices'],
  pages: ['pages of 8,000 features'],
  geometryService: ['geometry service', 'geometries compared'],
  edits: ['edits', 'history and restore', 'exports, appends and calculations'],
  tiles: ['tiles'],
  geocoding: ['places'],
  pageExtras: ['pictures of items'],
  passwords: ['sign-ins'],
  signIn: ['sign-ins', 'responses of identity providers'],
  samlResponses: ['responses of identity providers'],
  uploads: ['uploads'],
  documents: ['shared maps', 'forms of 9 MB to the portal'],
  previews: ['uploads'],
};
