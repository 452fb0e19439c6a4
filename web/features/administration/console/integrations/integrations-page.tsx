import Add from '@mui/icons-material/Add';
import Extension from '@mui/icons-material/ExtensionOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { sizes } from '../../../../ui/sizes.ts';
import type { Draft } from '../settings/use-draft.ts';
import { SavedPart } from './saved-part.tsx';
import { IntegrationCard } from './integration-card.tsx';

/** The organisation's integrations: their order, which are enabled, and their settings. */
export function IntegrationsPage({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const list = draft.config.integrations;
  // The target of links from integrations with missing settings.
  const [search] = useSearchParams();
  const wanted = search.get('integration');
  const replace = (next: readonly IntegrationConfig[]) => draft.set('integrations', next);
  const add = (
    <Button
      startIcon={<Add />}
      variant="outlined"
      sx={{ minHeight: sizes.touch }}
      onClick={() => replace([...list, blank(list)])}
    >
      {t('administration.integration.add')}
    </Button>
  );
  if (list.length === 0)
    return <StateMessage icon={<Extension />} title={t('administration.integration.none')} action={add} />;
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      {list.map((integration, index) => (
        <IntegrationCard
          // The id can be edited, so the position in the list is the identity.
          key={index}
          integration={integration}
          index={index}
          wanted={integration.id === wanted}
          count={list.length}
          faults={draft.faults}
          onChange={(next) => replace(list.with(index, next))}
          onMove={(to) => replace(moved(list, index, to))}
          onRemove={() => replace(list.filter((_, each) => each !== index))}
        >
          {/* Typed credentials and the result of a test belong to this integration, wherever it moves. */}
          <SavedPart key={integration.id} integration={integration} saved={isSaved(draft, integration)} />
        </IntegrationCard>
      ))}
      {add}
    </Box>
  );
}

/** Whether the integration is saved exactly as shown. */
function isSaved({ opened }: Draft, integration: IntegrationConfig): boolean {
  const before = opened.config.integrations.find(({ id }) => id === integration.id);
  return JSON.stringify(before) === JSON.stringify(integration);
}

function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.filter((_, index) => index !== from);
  const entry = list[from];
  return entry === undefined ? [...list] : [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** A new one, with an unused id. */
function blank(list: readonly IntegrationConfig[]): IntegrationConfig {
  let number = list.length + 1;
  while (list.some(({ id }) => id === `integration-${number}`)) number++;
  return {
    id: `integration-${number}`,
    type: 'url',
    title: '',
    url: 'https://',
    enabled: true,
    display: 'window',
    config: {},
  };
}
