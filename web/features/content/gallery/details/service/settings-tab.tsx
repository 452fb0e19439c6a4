import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { useConfiguration } from '../../../../../context/application-context.ts';
import {
  definitionOf,
  type EditingRule,
  editingRule,
  type HostedService,
  protectItem,
  updateService,
} from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { AccessChip } from '../../access-chip.tsx';
import { useItemChanged } from '../use-item-changed.ts';
import { ExportsSection } from './exports-section.tsx';
import { OfflineSection } from './offline-section.tsx';
import { VisitorsSection } from './visitors-section.tsx';
import { ServiceState, useService } from './use-service.tsx';

const rules = ['off', 'add', 'own', 'all'] as const;
type Rule = (typeof rules)[number];

/** What others may do with a hosted service, and its protection against deletion. */
export function SettingsTab({ item, url }: { item: PortalItem; url: string }) {
  const service = useService(item, url);
  return (
    <ServiceState query={service}>
      {(data) => (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
          <EditingChoice item={item} url={url} service={data} />
          <VisitorsSection item={item} url={url} service={data} />
          <ExportsSection item={item} url={url} service={data} />
          <OfflineSection item={item} url={url} service={data} />
          <Protection item={item} />
        </Box>
      )}
    </ServiceState>
  );
}

function EditingChoice({ item, url, service }: { item: PortalItem; url: string; service: HostedService }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const changed = useItemChanged(item.id, 'service');
  const label = useId();
  const current = editingRule(service);
  const [choice, setChoice] = useState<EditingRule>();
  const chosen = choice ?? current;
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: async (rule: Rule) => {
      await updateService(connection, url, definitionOf(rule, service));
      await changed();
    },
  });
  const save = () => chosen !== 'other' && mutate(chosen);
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, justifyItems: 'start' }}
    >
      <FormControl disabled={isPending}>
        <FormLabel id={label}>{t('gallery.editing')}</FormLabel>
        <RadioGroup
          aria-labelledby={label}
          value={chosen}
          onChange={(_event, value) => setChoice(value as EditingRule)}
        >
          {rules.map((rule) => (
            <Option
              key={rule}
              value={rule}
              name={t(`gallery.editing.${rule}`)}
              hint={t(`gallery.editing.${rule}.hint`)}
            />
          ))}
          {current === 'other' && (
            <Option
              value="other"
              name={t('gallery.editing.other')}
              hint={service.capabilities.replaceAll(',', ', ')}
            />
          )}
        </RadioGroup>
      </FormControl>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="body2" color="textSecondary">
          {t('gallery.editing.who')}
        </Typography>
        <AccessChip access={item.access} />
      </Box>
      {item.access === 'private' && chosen !== 'off' && (
        <Alert severity="info">{t('gallery.editing.private')}</Alert>
      )}
      {error && (
        <Alert severity="error">
          {t('gallery.settings.error')}: <ErrorMessage error={error} />
        </Alert>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" disabled={isPending || chosen === current}>
          {t('gallery.settings.save')}
        </Button>
        {/* Mounted before it has text, so that screen readers announce the text. */}
        <Typography component="output" variant="body2" color="textSecondary">
          {isSuccess && chosen === current ? t('gallery.settings.saved') : ''}
        </Typography>
      </Box>
    </Box>
  );
}

function Option({ value, name, hint }: { value: string; name: string; hint: string }) {
  const hintId = useId();
  return (
    <FormControlLabel
      value={value}
      control={<Radio slotProps={{ input: { 'aria-describedby': hintId } }} />}
      sx={{ alignItems: 'flex-start', '& .MuiFormControlLabel-label': { paddingBlock: '9px' } }}
      label={
        <>
          {name}
          <Typography id={hintId} aria-hidden variant="body2" color="textSecondary">
            {hint}
          </Typography>
        </>
      }
    />
  );
}

function Protection({ item }: { item: PortalItem }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const changed = useItemChanged(item.id, 'service');
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async (wanted: boolean) => {
      await protectItem(connection, item, wanted);
      await changed();
    },
  });
  if (item.protected === undefined) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FormControlLabel
        sx={{ marginInline: 0, gap: 1 }}
        control={
          <Switch
            checked={isPending ? variables : item.protected}
            disabled={isPending}
            onChange={(_event, wanted) => mutate(wanted)}
          />
        }
        label={t('gallery.settings.protected')}
      />
      {error && (
        <Alert severity="error">
          {t('gallery.settings.error')}: <ErrorMessage error={error} />
        </Alert>
      )}
    </Box>
  );
}
