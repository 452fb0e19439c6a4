import Box from '@mui/material/Box';
import { useEffect } from 'react';
import type { OpenedConfig } from '../../api/administration.ts';
import { IntegrationsPage } from './integrations/integrations-page.tsx';
import type { PageName } from './pages.ts';
import { SaveBar } from './settings/save-bar.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import { useDraft } from './settings/use-draft.ts';

/** The pages that edit one draft of the config together, and the bar that saves it. */
export function ConfigEditor({ opened, page }: { opened: OpenedConfig; page: PageName }) {
  const draft = useDraft(opened);
  const dirty = draft.changed.length > 0;
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  const editing = page === 'settings' || page === 'integrations';
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      {page === 'settings' && <SettingsPage draft={draft} />}
      {page === 'integrations' && <IntegrationsPage draft={draft} />}
      {(editing || dirty) && <SaveBar draft={draft} />}
    </Box>
  );
}
