import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { kindOf } from '../../../../../wire/integrations/integration-config.ts';
import { integrationTypes } from '../../../../../integration-kinds/definitions.ts';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { messageOr } from '../field-names.ts';
import type { DraftFault } from '../settings/use-draft.ts';
import { KindForm } from './kind-form.tsx';

interface IntegrationCardProps {
  integration: IntegrationConfig;
  index: number;
  count: number;
  /** Whether the URL names it: it is scrolled into view. */
  wanted: boolean;
  faults: readonly DraftFault[];
  onChange: (next: IntegrationConfig) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  /** Content that requires it to be saved: credentials and the test. */
  children: ReactNode;
}

/** One integration: enabled or disabled, its position, its settings. */
export function IntegrationCard({
  integration,
  index,
  count,
  wanted,
  faults,
  onChange,
  onMove,
  onRemove,
  children,
}: IntegrationCardProps) {
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!wanted) return;
    card.current?.scrollIntoView({ block: 'start' });
    card.current?.focus({ preventScroll: true });
  }, [wanted]);
  const { id, type, title, url, enabled, display } = integration;
  const showsAddress = url !== undefined || kindOf(type).byUrl !== undefined;
  const addressHelp = kindOf(type).extension
    ? messageOr(t, 'kind.help.url', '')
    : t('administration.help.integrations.url');
  const faultOf = (name: string) => faults.find(({ path }) => path === `integrations.${index}.${name}`);
  const text = (name: 'id' | 'title' | 'url', value: string, help: string, fault: string) => (
    <TextField
      fullWidth
      label={t(`administration.field.integrations.${name}`)}
      value={value}
      error={faultOf(name) !== undefined}
      helperText={faultOf(name) ? fault : help}
      onChange={({ target }) => onChange(withText(integration, name, target.value))}
      slotProps={{ htmlInput: { dir: name === 'title' ? 'auto' : 'ltr', spellCheck: false } }}
    />
  );
  return (
    <Paper
      component="section"
      variant="outlined"
      ref={card}
      tabIndex={wanted ? -1 : undefined}
      aria-label={title || id}
      sx={{
        width: '100%',
        p: 2,
        // Below the notes of the page; the theme leaves room for the header.
        scrollMarginTop: 'var(--notes-height, 0px)',
        borderRadius: radii.card,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <FormControlLabel
          control={
            <Switch
              checked={enabled}
              slotProps={{
                input: { 'aria-label': t('administration.integration.enabled', { title: title || id }) },
              }}
              onChange={(_event, on) => onChange({ ...integration, enabled: on })}
            />
          }
          label={
            <Typography
              component="span"
              variant="h3"
              sx={{ overflowWrap: 'anywhere', color: enabled ? undefined : 'text.secondary' }}
            >
              {title || id}
            </Typography>
          }
          sx={{ flex: 1, minHeight: sizes.touch }}
        />
        <Act name={t('administration.integration.up')} disabled={index === 0} onAct={() => onMove(index - 1)}>
          <ArrowUpward />
        </Act>
        <Act
          name={t('administration.integration.down')}
          disabled={index === count - 1}
          onAct={() => onMove(index + 1)}
        >
          <ArrowDownward />
        </Act>
        <Act name={t('administration.integration.remove')} onAct={onRemove}>
          <Delete />
        </Act>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {text('title', title, '', t('administration.fault.required'))}
        {text('id', id, t('administration.help.integrations.id'), t('administration.help.integrations.id'))}
        <TextField
          select
          label={t('administration.field.integrations.type')}
          value={type}
          onChange={({ target }) => onChange(asKind(integration, target.value as IntegrationConfig['type']))}
        >
          {integrationTypes.map((each) => (
            <MenuItem key={each} value={each}>
              {messageOr(t, `administration.choice.integrations.type.${each}`, kindOf(each).name ?? each)}
            </MenuItem>
          ))}
        </TextField>
        {showsAddress && kindOf(type).extension === undefined && (
          <TextField
            select
            label={t('administration.field.integrations.display')}
            value={display}
            onChange={({ target }) =>
              onChange({ ...integration, display: target.value as IntegrationConfig['display'] })
            }
          >
            {(['frame', 'window'] as const).map((each) => (
              <MenuItem key={each} value={each}>
                {t(`administration.choice.integrations.display.${each}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Box>
      {showsAddress && text('url', url ?? '', addressHelp, t('administration.fault.address'))}
      <KindForm
        // Input that is not valid yet belongs to this integration and kind: another one may move to this position.
        key={`${type} ${id}`}
        integration={integration}
        faults={faults}
        at={`integrations.${index}.config`}
        onChange={(next) => onChange({ ...integration, config: next })}
      />
      {children}
    </Paper>
  );
}

function Act(props: { name: string; disabled?: boolean; onAct: () => void; children: ReactNode }) {
  const { name, disabled = false, onAct, children } = props;
  return (
    <Tooltip title={name}>
      <span>
        <IconButton
          aria-label={name}
          disabled={disabled}
          onClick={onAct}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}

/** The same integration as another kind, without the settings and URL of the previous one. */
function asKind(
  { url, ...integration }: IntegrationConfig,
  type: IntegrationConfig['type'],
): IntegrationConfig {
  const { byUrl, extension } = kindOf(type);
  const byAddress = byUrl === 'always';
  return {
    ...integration,
    type,
    display: byAddress && !extension ? 'window' : 'frame',
    config: {},
    ...(byAddress && { url: url ?? 'https://' }),
  };
}

/** An empty URL counts as none. */
function withText(
  integration: IntegrationConfig,
  name: 'id' | 'title' | 'url',
  text: string,
): IntegrationConfig {
  const { url: _before, ...others } = integration;
  return name === 'url' && text === '' && kindOf(integration.type).byUrl !== 'always'
    ? others
    : { ...integration, [name]: text };
}
