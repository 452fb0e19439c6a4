import { loadMessages } from '../i18n/index.ts';

/** A view whose messages are not among those that every page starts with. */
async function whole<Route>(
  route: Promise<Route>,
  part?: 'administration' | 'accessibility',
): Promise<Route> {
  const [loaded] = await Promise.all([route, loadMessages('others', ...(part ? [part] : []))]);
  return loaded;
}

/**
 * The views that are opened less often than home, the gallery and maps. The names of the files that they consist of are
 * here, and not in the first file of every page, of which they would be a kilobyte or two.
 */
export const otherPages = {
  content: async () => (await whole(import('../routes/content.tsx'))).ContentRoute,
  copy: async () => (await whole(import('../routes/copy.tsx'))).CopyRoute,
  administration: async () =>
    (await whole(import('../routes/administration.tsx'), 'administration')).AdministrationRoute,
  profile: async () => (await whole(import('../routes/profile.tsx'))).ProfileRoute,
  groups: async () => (await whole(import('../routes/groups.tsx'))).GroupsRoute,
  accessibility: async () =>
    (await whole(import('../routes/accessibility.tsx'), 'accessibility')).AccessibilityRoute,
  join: async () => (await whole(import('../routes/join.tsx'))).JoinRoute,
  form: async () => (await whole(import('../routes/form.tsx'))).FormRoute,
};

export type OtherPages = typeof otherPages;
