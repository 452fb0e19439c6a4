import '@fontsource/roboto/400.css';
import '@fontsource/roboto/500.css';
import 'virtual:script-fonts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApplicationTheme, prepareDirection } from '../../app/application-theme.tsx';
import { createQueryClient } from '../../app/query-client.ts';
import { currentDirection, currentLanguage, loadMessages, startLanguages } from '../../i18n/index.ts';
import { replaceBlockedStorage } from '../../ui/blocked-storage.ts';
import { addEastAsianFonts } from '../../ui/east-asian-fonts.ts';

/** The accent of pages in frames. */
const primary = '#78A942';

/** Starts a built-in page in its frame, with the theme and language of the application. */
export async function startPage(page: ReactNode): Promise<void> {
  replaceBlockedStorage();
  const queries = createQueryClient();
  await Promise.all([startLanguages(), loadMessages('others')]);
  await prepareDirection(queries, currentDirection());
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element #root.');
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <ApplicationTheme primary={primary}>{page}</ApplicationTheme>
    </QueryClientProvider>,
  );
  // The computer's fonts are there without.
  void addEastAsianFonts(currentLanguage()).catch(() => {});
}
