import { expect, it } from 'vitest';
import { english } from '../english.ts';
import { sameMessage } from '../error-text.ts';

/** What the browser may show: its own errors, and those of the routes that the page calls. */
const sources = import.meta.glob<string>(
  [
    '/{web,wire,integration-kinds}/**/*.{ts,tsx}',
    '/server/application/**/*.ts',
    '/server/platform/{budgets,documents,http,membership,threads}/**/*.ts',
    '!/**/*.test.{ts,tsx}',
  ],
  { eager: true, query: '?raw', import: 'default' },
);

/** Errors without a message: the English one is shown. The list may only become shorter. */
const withoutMessage = {
  'caught where they arise, and explained there': [
    'config:sign-in-needed',
    'edit:faults',
    'forms:closed',
    'membership:no-proof',
    'portal:aborted',
    'saving:newer-version',
    'saving:saved-elsewhere',
    'session:refused',
    'url:malformed-place',
    'url:malformed-tool',
  ],
  'shown with the cause, or with the words of another server': [
    'membership:portal-unreachable',
    'calculate:partly',
    'cityworks:refused',
    'portal:job-failed',
    'reports:refused',
    'session:failed',
  ],
  'of requests that no page sends, and of addresses made by hand': [
    'arcgis:post-only',
    'cityworks:token-not-allowed',
    'comment:invalid',
    'config:no-revision',
    'config:no-step',
    'config:tag-needed',
    'config:too-new',
    'forms:no-layer',
    'http:broken-body',
    'http:broken-form',
    'http:invalid-json',
    'http:lone-surrogate',
    'http:nested-too-deeply',
    'http:not-built',
    'http:not-found',
    'http:nul-character',
    'http:too-many-parameters',
    'integration:no-credentials',
    'integration:not-found',
    'integration:not-here',
    'organisation:no-picture',
    'services:too-much',
    'session:foreign-page',
    'shared-map:invalid',
    'short-address:not-found',
  ],
  'with the id of the request, under a message for all of them': ['http:unexpected'],
  'for administrators, with English details by field': ['config:invalid', 'integration:credentials-changed'],
};

/** Errors of a `refusal` have a code, whose messages are complete (`error-text.test.ts`). */
const ids = new Set(
  Object.values(sources).flatMap((code) =>
    [...code.matchAll(/new MappingError\(\s*['`]([\w:-]+)['`]/g)].map(([, id = '']) => id),
  ),
);

const keys = Object.keys(english);
const hasMessage = (id: string) =>
  // Plural forms, and messages for subjects of the error.
  keys.some(
    (key) => key === `error.${id}` || key.startsWith(`error.${id}_`) || key.startsWith(`error.${id}.`),
  );

it('every error that the browser may show has a message, or is known to have none', () => {
  expect(ids.size).toBeGreaterThan(100);
  // Those of one class of work: `busy:search`.
  const shown = [...ids].filter((id) => !id.startsWith('busy:'));
  const missing = shown.filter((id) => !hasMessage(sameMessage[id] ?? id));
  expect(missing.toSorted()).toEqual(Object.values(withoutMessage).flat().toSorted());
});

it('no error has the message of another that has none', () => {
  expect(Object.values(sameMessage).filter((id) => !hasMessage(id))).toEqual([]);
});
