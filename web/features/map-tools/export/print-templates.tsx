import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { capabilitiesOf } from '../../../portal/capabilities.ts';
import { listPrintTemplates, loadPrintTemplate, savePrintTemplate } from '../../../portal/print-templates.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { Choice, type PrintOptionsProps } from './print-options.tsx';
import { settingsOf, withSettings } from './template-settings.ts';

/** The stored templates of the user and the organisation, and a button that stores the current settings as one. */
export function PrintTemplates({ draft, onChange }: PrintOptionsProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const { who, known } = usePortalIdentity(connection);
  const [chosen, setChosen] = useState('');
  /** The template chosen last: others may arrive later than it. */
  const wanted = useRef('');
  const [saving, setSaving] = useState(false);
  const { data: templates = [] } = useQuery({
    queryKey: personKeys(connection, who).printTemplates,
    queryFn: ({ signal }) => listPrintTemplates(connection, signal),
    enabled: known && who !== '',
    staleTime: 60_000,
  });
  const applying = useMutation({
    mutationFn: (id: string) => loadPrintTemplate(connection, id),
    onSuccess: (stored, id) => {
      if (id !== wanted.current) return;
      setChosen(id);
      onChange(withSettings(draft, stored));
    },
  });
  const mayShare = capabilitiesOf(user, portal).levels.includes('org');
  return (
    <>
      {templates.length > 0 && (
        <Choice
          label={t('print.templates')}
          value={templates.some(({ id }) => id === chosen) ? chosen : ''}
          onChange={(id) => {
            wanted.current = id;
            if (id) applying.mutate(id);
          }}
          options={[
            ['', t('print.templates.none')],
            ...templates.map(({ id, title }): [string, string] => [id, title]),
          ]}
        />
      )}
      {applying.error && (
        <Alert severity="error">
          <ErrorMessage error={applying.error} />
        </Alert>
      )}
      {capabilitiesOf(user, portal).createItems && (
        <Box>
          <Button size="small" onClick={() => setSaving(true)}>
            {t('print.templates.save')}
          </Button>
        </Box>
      )}
      {saving && (
        <SaveTemplate settings={settingsOf(draft)} mayShare={mayShare} onClose={() => setSaving(false)} />
      )}
    </>
  );
}

interface SaveTemplateProps {
  settings: object;
  mayShare: boolean;
  onClose: () => void;
}

function SaveTemplate({ settings, mayShare, onClose }: SaveTemplateProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const queries = useQueryClient();
  const heading = useId();
  const [title, setTitle] = useState('');
  const [shared, setShared] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => savePrintTemplate(connection, who, { title: title.trim(), settings, shared }),
    onSuccess: async () => {
      const { printTemplates, content } = personKeys(connection, who);
      void queries.invalidateQueries({ queryKey: content() });
      await queries.invalidateQueries({ queryKey: printTemplates });
      onClose();
    },
  });
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={() => !isPending && onClose()} aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('print.templates.saveTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <TextField
          size="small"
          margin="dense"
          label={t('print.templates.name')}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          slotProps={{ htmlInput: { dir: 'auto', maxLength: 100 } }}
        />
        {mayShare && (
          <FormControlLabel
            control={<Switch checked={shared} onChange={(_event, on) => setShared(on)} />}
            label={t('print.templates.share')}
          />
        )}
        {error && (
          <Alert severity="error">
            <ErrorMessage error={error} />
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isPending}>
          {t('layers.cancel')}
        </Button>
        <Button
          variant="contained"
          loading={isPending}
          disabled={title.trim() === ''}
          onClick={() => mutate()}
        >
          {t('print.templates.keep')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
