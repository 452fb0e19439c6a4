import ArrowBack from '@mui/icons-material/ArrowBack';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import RestartAlt from '@mui/icons-material/RestartAlt';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import type { LayerField } from '../../../map/layers/layer-fields.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { groupKindOf } from '../../../map/layers/make-layers.ts';
import { type MapModel, useMapModel } from '../../../map/map-model.ts';
import { type Store, useStore } from '../../../store.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { useLeft } from '../../../ui/use-left.ts';
import { ExpressionFields } from './expression-field.tsx';
import { ChoiceField, PanelLeft } from './setting-fields.tsx';

export interface SettingPanelProps {
  layer: LayerState;
  onBack: () => void;
}

interface Session<State> {
  readonly fields?: readonly LayerField[];
  readonly state: Store<State>;
  reset(): void;
  close(): void;
}

const noFields: readonly LayerField[] = [];

/** A panel in place of the list of layers, in which a part of one layer is changed. Every change is drawn at once. */
export function SettingPanel<
  State extends { changed: boolean; working?: boolean },
  One extends Session<State>,
>({
  layer,
  label,
  resetLabel,
  open,
  onBack,
  children,
}: SettingPanelProps & {
  /** Names the panel; the heading only shows the layer's title. */
  label: string;
  resetLabel: string;
  open: (model: MapModel, layerId: string) => Promise<One>;
  children: (session: One, state: State) => ReactNode;
}) {
  const { t } = useTranslation();
  const { session, error, again } = useCapability((model) => open(model, layer.id), { key: layer.id });
  const state = useStore<State>(session?.state);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const left = useLeft();
  return (
    <Box component="section" aria-label={label} sx={{ pb: 2 }}>
      <Box sx={styles.head}>
        <IconButton aria-label={t('layers.style.back')} onClick={onBack}>
          <ArrowBack fontSize="small" sx={{ '[dir=rtl] &': { transform: 'scaleX(-1)' } }} />
        </IconButton>
        <Typography ref={heading} tabIndex={-1} component="h3" sx={styles.title}>
          {layer.title || t('layers.untitled')}
        </Typography>
      </Box>
      {state?.working && <LinearProgress aria-label={t('layers.style.working')} sx={styles.progress} />}
      {error ? (
        <Box sx={{ p: 2 }}>
          <StateMessage
            role="alert"
            icon={<CloudOff />}
            title={<ErrorMessage error={error} />}
            action={<Button onClick={again}>{t('app.tryAgain')}</Button>}
          />
        </Box>
      ) : !session || !state ? (
        <Box component="output" aria-label={t('app.loading')} sx={styles.fields}>
          <Skeleton animation={false} variant="rounded" height={40} />
          <Skeleton animation={false} variant="rounded" height={40} />
        </Box>
      ) : (
        <Box sx={styles.fields}>
          <PanelLeft value={left}>
            <ExpressionFields value={session.fields ?? noFields}>{children(session, state)}</ExpressionFields>
          </PanelLeft>
          {state.changed && (
            <Button
              size="small"
              startIcon={<RestartAlt fontSize="small" />}
              onClick={session.reset}
              sx={{ justifySelf: 'start' }}
            >
              {resetLabel}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

/** What of a layer a panel is about: its features, or their clusters or bins. */
export type LayerPart = 'features' | 'groups';

/** Chooses between the features of a layer and their clusters or bins, where there are any. */
export function PartChoice({
  layer,
  part,
  onChange,
}: Pick<SettingPanelProps, 'layer'> & { part: LayerPart; onChange: (part: LayerPart) => void }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const kind = model && groupKindOf(model, layer.id);
  if (!kind && part === 'features') return null;
  return (
    <ChoiceField
      label={t('layers.part')}
      value={part}
      choices={[
        { value: 'features', title: t('layers.part.features') },
        { value: 'groups', title: t(`layers.groups.${kind ?? 'clusters'}`) },
      ]}
      onChange={(next) => onChange(next === 'groups' ? 'groups' : 'features')}
    />
  );
}

const styles = {
  head: { display: 'flex', alignItems: 'center', gap: 0.5, px: 0.5, minHeight: 48 },
  title: { fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere', outline: 'none' },
  // Above the fields, without moving them.
  progress: { height: 2, mt: '-2px' },
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, px: 2, pt: 1 },
} as const;
