import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { detailsAtMost, type NewRequest } from '../../../wire/cityworks.ts';
import { cityworksKeys } from '../../../web/api/query-keys.ts';
import { ErrorMessage } from '../../../web/i18n/error-message.tsx';
import type { HostLocation } from '../../../web/integrations/client/client.ts';
import type { WorkClient } from './work-client.ts';

export interface RequestFormProps {
  client: WorkClient;
  place: HostLocation;
  /** The captured note; may be empty. */
  note: string;
  /** How the last sent request went: the panel sends it, and shows its number. */
  sending: { isPending: boolean; error: unknown };
  onSend: (request: NewRequest) => void;
  onClose: () => void;
}

/** A new service request at the chosen location, filled from the captured note. */
export function RequestForm({ client, place, note, sending, onSend, onClose }: RequestFormProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState('');
  // The limit of the field applies to what is typed only.
  const [details, setDetails] = useState(() => note.slice(0, detailsAtMost).toWellFormed());
  const problems = useQuery({ queryKey: cityworksKeys.problems, queryFn: () => client.problems() });
  const fault = sending.error ?? problems.error;
  return (
    <Box
      component="form"
      aria-labelledby="new-request"
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ problem, details, lat: place.lat, lng: place.lng });
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <Typography variant="h3" id="new-request">
        {t('integration.work.new')}
      </Typography>
      {fault && (
        <Alert
          severity="error"
          action={
            problems.isError && (
              <Button color="inherit" onClick={() => void problems.refetch()}>
                {t('app.tryAgain')}
              </Button>
            )
          }
        >
          <ErrorMessage error={fault} />
        </Alert>
      )}
      <TextField
        select
        required
        label={t('integration.work.problem')}
        value={problem}
        disabled={!problems.data}
        onChange={(event) => setProblem(event.target.value)}
      >
        {(problems.data ?? []).map(({ id, title }) => (
          <MenuItem key={id} value={id}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={t('integration.work.details')}
        value={details}
        onChange={(event) => setDetails(event.target.value)}
        multiline
        minRows={3}
        slotProps={{ htmlInput: { maxLength: detailsAtMost } }}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={!problem || sending.isPending}>
          {t('integration.work.send')}
        </Button>
        <Button disabled={sending.isPending} onClick={onClose}>
          {t('integration.work.cancel')}
        </Button>
      </Box>
    </Box>
  );
}
