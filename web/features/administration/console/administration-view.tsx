import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfig, type OpenedConfig } from '../../../api/administration.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import { useNewestSearchParams } from '../../../context/search-params.ts';
import { usePageName } from '../../../context/page-frame.ts';
import { useUnsavedChanges } from '../../../context/unsaved-changes.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Page } from '../../../ui/page.tsx';
import { AuditPage } from './audit/audit-page.tsx';
import { HealthPage } from './health/health-page.tsx';
import { IntegrationsPage } from './integrations/integrations-page.tsx';
import { LoadState, Waiting } from './load-state.tsx';
import type { GroupDialogType } from './people/groups/groups-list.tsx';
import { PortalPage } from './portal/portal-page.tsx';
import { RevisionsPage } from './revisions/revisions-page.tsx';
import { SaveBar } from './settings/save-bar.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import { useDraft } from './settings/use-draft.ts';
import { AllShortAddresses } from './shared-maps/all-short-addresses.tsx';
import { SharedMapsPage } from './shared-maps/shared-maps-page.tsx';
import { UnsavedFormsContext, useUnsavedForms } from './unsaved-forms.ts';

// Charts are large and rarely viewed.
const UsagePage = lazy(async () => ({ default: (await import('./usage/usage-page.tsx')).UsagePage }));

// Needed only by administrators of the portal itself.
const PeoplePage = lazy(async () => ({ default: (await import('./people/people-page.tsx')).PeoplePage }));

/** The administration of an organisation: settings, integrations, shared maps, usage, audit log, revisions. */
export function AdministrationView({ GroupDialog }: { GroupDialog: GroupDialogType }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const [search, setSearch] = useNewestSearchParams();
  const page = pageOf(search, pages);
  usePageName(`${t(`administration.page.${page}`)} – ${t('administration.title')}`);
  const opened = useQuery({
    queryKey: apiKeys(org).config,
    queryFn: ({ signal }) => openConfig(org, signal),
    // The draft is based on it, so it changes only when the user saves.
    staleTime: Infinity,
  });
  const choose = (next: string) =>
    setSearch(
      (newest) => {
        newest.set('page', next);
        return newest;
      },
      { preventScrollReset: true },
    );
  return (
    <Page>
      <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
        <Typography variant="h1">{t('administration.title')}</Typography>
        <Tabs
          value={page}
          onChange={(_event, next: string) => choose(next)}
          variant="scrollable"
          scrollButtons="auto"
          aria-label={t('administration.title')}
          sx={{ borderBottom: 1, borderColor: 'divider', minWidth: 0 }}
        >
          {pages.map((each) => (
            <Tab
              key={each}
              value={each}
              id={`administration-tab-${each}`}
              label={t(`administration.page.${each}`)}
            />
          ))}
        </Tabs>
      </Box>
      <Box role="tabpanel" aria-labelledby={`administration-tab-${page}`} sx={{ minWidth: 0 }}>
        <LoadState query={opened}>
          {/* Stays mounted while other pages are shown, so that unsaved input is not lost. */}
          {(config) => <ConfigEditor opened={config} page={page} />}
        </LoadState>
        {page === 'health' && <HealthPage />}
        {page === 'maps' && (
          <>
            <AllShortAddresses />
            <SharedMapsPage />
          </>
        )}
        {page === 'usage' && (
          <Suspense fallback={<Waiting />}>
            <UsagePage />
          </Suspense>
        )}
        {page === 'people' && (
          <Suspense fallback={<Waiting />}>
            <PeoplePage GroupDialog={GroupDialog} />
          </Suspense>
        )}
        {page === 'audit' && <AuditPage />}
        {page === 'revisions' && <RevisionsPage />}
      </Box>
    </Page>
  );
}

/** The pages that share one draft of the config, and the bar that saves it. */
function ConfigEditor({ opened, page }: { opened: OpenedConfig; page: PageName }) {
  const { t } = useTranslation();
  const draft = useDraft(opened);
  const dirty = draft.changed.length > 0;
  const [forms, report] = useUnsavedForms();
  // Other pages of the administration leave the draft as it is.
  const blocker = useUnsavedChanges({ isChanged: dirty, isChangedHere: forms > 0 });
  const editing = page === 'settings' || page === 'portal' || page === 'integrations';
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <UnsavedFormsContext value={report}>
        {page === 'settings' && <SettingsPage draft={draft} />}
        {page === 'portal' && <PortalPage draft={draft} />}
        {page === 'integrations' && <IntegrationsPage draft={draft} />}
      </UnsavedFormsContext>
      {(editing || dirty) && <SaveBar draft={draft} />}
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          question={t('saving.leave.title')}
          consequences={t('administration.changes', {
            // Another page of the administration keeps the draft.
            number: blocker.staysOnPage ? forms : draft.changed.length + forms,
          })}
          confirm={t('saving.leave.discard')}
          cancel={t('saving.leave.stay')}
          onConfirm={() => blocker.proceed()}
          onClose={() => blocker.reset()}
        />
      )}
    </Box>
  );
}

/** The pages of the administration, in their order. */
export const pages = [
  'settings',
  'portal',
  'integrations',
  'health',
  'maps',
  'usage',
  'people',
  'audit',
  'revisions',
] as const;
type PageName = (typeof pages)[number];

/** The page named by the URL (`?page=audit`); the settings for anything else. */
export function pageOf(search: URLSearchParams, offered: readonly PageName[]): PageName {
  return offered.find((page) => page === search.get('page')) ?? 'settings';
}
