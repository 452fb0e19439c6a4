import FilterAlt from '@mui/icons-material/FilterAltOutlined';
import History from '@mui/icons-material/History';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Slider from '@mui/material/Slider';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MappingError } from '../../../../wire/errors.ts';
import { useIdentity } from '../../../context/application-context.ts';
import { useAudience } from '../../../context/audience.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import type { LayerUse } from '../../../map/configure/configure.ts';
import { setLayerOpacity, setSublayerVisible } from '../../../map/layers/arrange-layers.ts';
import { setLayerFilter } from '../../../map/layers/layer-fields.ts';
import { showMoment } from '../../../map/layers/layer-moment.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState, SublayerState } from '../../../map/map-state.ts';
import { hasStyle } from '../../../map/style/style.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { radii, sizes, textSizes, touchScreens } from '../../../ui/sizes.ts';
import { useMissingFields } from './missing-fields-alert.tsx';
import { type LayerActions, LayerMenu } from './layer-menu.tsx';
import { SortableRow } from './sortable-row.tsx';

export interface LayerRowProps extends LayerActions {
  layer: LayerState;
  /** Its position among its siblings, from 0. */
  place: number;
  count: number;
  /** The rows of the layers of a group. */
  children: ReactNode;
}

/** One layer: grip, toggle, title, menu; its opacity below when expanded; the layers of a group below that. */
export function LayerRow({ layer, place, count, children, ...actions }: LayerRowProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const model = useMapModel();
  const [open, setOpen] = useState(false);
  const { mayUse } = useAudience();
  const title = layer.title || t('layers.untitled');
  const failed = layer.status === 'failed';
  const shown = layer.visible && !failed;
  return (
    <SortableRow
      id={layer.id}
      title={title}
      fixed={!mayUse('save')}
      headSx={{ paddingInlineEnd: 0.5 }}
      members={children}
      head={
        <>
          <IconButton
            aria-label={t('layers.visible', { title })}
            aria-pressed={layer.visible}
            onClick={() => model?.setLayerVisible(layer.id, !layer.visible)}
            sx={styles.button}
          >
            {layer.visible ? <Visibility fontSize="small" /> : <VisibilityOff fontSize="small" />}
          </IconButton>
          <ButtonBase
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            sx={{ ...styles.title, color: shown ? 'text.primary' : 'text.secondary' }}
          >
            <bdi>{title}</bdi>
          </ButtonBase>
          <LayerMenu layer={layer} place={place} count={count} {...actions} />
        </>
      }
    >
      {layer.visible && layer.status === 'loading' && (
        <Box component="output" sx={{ ...styles.note, display: 'block' }}>
          {t('app.loading')}
        </Box>
      )}
      {failed && <LayerFailure layer={layer} error={layer.error} />}
      {layer.incomplete && layer.visible && !failed && (
        <LayerFailure layer={layer} error={layer.incomplete} />
      )}
      {layer.filter !== '' && !failed && (
        <Box sx={styles.note}>
          <Chip
            size="small"
            icon={<FilterAlt />}
            label={t('layers.filtered')}
            onClick={() => actions.onOpen(layer, 'filter')}
            onDelete={() => model && setLayerFilter(model, layer.id, '')}
            sx={{ '& .MuiChip-icon': { fontSize: 16 } }}
          />
          {layer.status === 'ready' && <MissingFields layerId={layer.id} part="filter" />}
        </Box>
      )}
      {layer.asOf !== undefined && !failed && (
        <Box sx={styles.note}>
          <Chip
            size="small"
            icon={<History />}
            label={t('layers.asOf.chip', { when: dateTime(layer.asOf) })}
            onClick={() => actions.onOpen(layer, 'asOf')}
            onDelete={() => model && showMoment(model, layer.id, undefined)}
            sx={{ maxWidth: '100%', '& .MuiChip-icon': { fontSize: 16 } }}
          />
        </Box>
      )}
      {hasStyle(layer.kind) && layer.status === 'ready' && mayUse('save') && (
        <Box sx={{ ...styles.note, '&:empty': { display: 'none' } }}>
          {(open ? parts : shownParts).map((part) => (
            <MissingFields key={part} layerId={layer.id} part={part} />
          ))}
        </Box>
      )}
      {open && <OpacitySlider layer={layer} />}
      {open && layer.sublayers && !failed && <Sublayers layerId={layer.id} sublayers={layer.sublayers} />}
    </SortableRow>
  );
}

/** Aligned with the title, which follows the grip and the toggle; the grip is wider on touch screens. */
const belowTitle = {
  paddingInlineStart: '76px',
  [touchScreens]: { paddingInlineStart: '92px' },
} as const;

const styles = {
  button: { width: sizes.touch, height: sizes.touch, flexShrink: 0 },
  title: {
    flex: 1,
    minWidth: 0,
    minHeight: sizes.touch,
    justifyContent: 'flex-start',
    textAlign: 'start',
    fontFamily: 'inherit',
    fontSize: textSizes.normal,
    lineHeight: 1.35,
    overflowWrap: 'anywhere',
    borderRadius: radii.control,
    px: 0.5,
    py: 0.5,
  },
  note: {
    ...belowTitle,
    paddingInlineEnd: 2,
    pb: 1,
    mt: -0.5,
    fontSize: textSizes.small,
    color: 'text.secondary',
  },
} as const;

/** Parts whose faults are visible on the map, and those that an expanded row names too. */
const shownParts = ['style'] as const;
const parts = ['style', 'labels', 'popup', 'form'] as const;

/** The fields that a part of a layer reads although they no longer exist, and what to do. */
function MissingFields({ layerId, part }: { layerId: string; part: LayerUse }) {
  const { t } = useTranslation();
  const { count, names } = useMissingFields(layerId, part);
  if (count === 0) return null;
  return (
    // A filter hides all features.
    <Box
      role={part === 'filter' ? 'alert' : 'note'}
      sx={{ mt: 0.5, color: 'error.main', overflowWrap: 'anywhere' }}
    >
      {t('layers.missing', { count, names })} {t(`layers.missing.${part}`)}
    </Box>
  );
}

/** The parts of a service, each with its toggle; those of a group follow it. */
function Sublayers({ layerId, sublayers, depth = 0 }: SublayersProps) {
  const { t } = useTranslation();
  const model = useMapModel();
  return (
    <Box component="ul" sx={sublayerStyles.list}>
      {sublayers.map(({ id, title, visible, children }) => (
        <li key={id}>
          <Box sx={{ ...sublayerStyles.row, marginInlineStart: depth * 2 }}>
            <IconButton
              aria-label={t('layers.visible', { title: title || t('layers.untitled') })}
              aria-pressed={visible}
              onClick={() => model && setSublayerVisible(model, layerId, id, !visible)}
              sx={styles.button}
            >
              {visible ? <Visibility fontSize="small" /> : <VisibilityOff fontSize="small" />}
            </IconButton>
            <Box sx={{ ...sublayerStyles.title, color: visible ? 'text.primary' : 'text.secondary' }}>
              <bdi>{title || t('layers.untitled')}</bdi>
            </Box>
          </Box>
          {children.length > 0 && <Sublayers layerId={layerId} sublayers={children} depth={depth + 1} />}
        </li>
      ))}
    </Box>
  );
}

interface SublayersProps {
  layerId: string;
  sublayers: readonly SublayerState[];
  depth?: number;
}

const sublayerStyles = {
  list: { listStyle: 'none', m: 0, p: 0 },
  row: {
    display: 'flex',
    alignItems: 'center',
    ...belowTitle,
    paddingInlineEnd: 2,
    fontSize: textSizes.small,
  },
  title: { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
} as const;

/** The opacity of a layer. */
function OpacitySlider({ layer: { id, title, opacity } }: { layer: LayerState }) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const model = useMapModel();
  const percent = new Intl.NumberFormat(formats, { style: 'percent' });
  return (
    <Box sx={opacitySliderStyles.box}>
      <span>{t('layers.opacity')}</span>
      <Slider
        size="small"
        min={0}
        max={100}
        value={Math.round(opacity * 100)}
        onChange={(_event, value) => model && setLayerOpacity(model, id, Number(value) / 100)}
        getAriaLabel={() => t('layers.opacityOf', { title: title || t('layers.untitled') })}
        getAriaValueText={(value) => percent.format(value / 100)}
      />
      <Box component="span" sx={opacitySliderStyles.value}>
        {percent.format(opacity)}
      </Box>
    </Box>
  );
}

const opacitySliderStyles = {
  box: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    ...belowTitle,
    paddingInlineEnd: 2,
    minHeight: sizes.touch,
    fontSize: textSizes.small,
    color: 'text.secondary',
  },
  value: { width: 40, flexShrink: 0, textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
} as const;

const finalErrors: ReadonlySet<string> = new Set([
  'layer:unsupported-kind',
  'layer:no-kind',
  'layer:unreadable',
  'layer:other-sign-in',
  'layer:changing-address',
  'layer:endless-expression',
]);

/** Whether loading a layer again cannot help. */
function isFinal(error: Error | undefined): boolean {
  return finalErrors.has((error as Partial<MappingError> | undefined)?.id ?? '');
}

/** Why a layer failed, or is incomplete, with an action: sign in where that helps, else retry where that may help. */
function LayerFailure(props: { layer: LayerState; error: MappingError | undefined }) {
  const { error } = props;
  const { id, title } = props.layer;
  const { t } = useTranslation();
  const model = useMapModel();
  const { user, signIn } = useIdentity();
  // The SDK cancels a sign-in without a status, but the id identifies it.
  const asks = !user && error !== undefined && (error.id === 'portal:token-required' || needsSignIn(error));
  return (
    <Box role="alert" sx={layerFailureStyles.box}>
      <Box component="span" sx={{ color: asks ? 'text.secondary' : 'error.main', overflowWrap: 'anywhere' }}>
        <ErrorMessage error={error} />
      </Box>
      {asks ? (
        <Button size="small" onClick={() => void signIn()}>
          {t('session.signIn')}
        </Button>
      ) : isFinal(error) ? null : (
        <Button
          size="small"
          aria-label={t('layers.retry', { title: title || t('layers.untitled') })}
          onClick={() => model?.retryLayer(id)}
        >
          {t('app.tryAgain')}
        </Button>
      )}
    </Box>
  );
}

const layerFailureStyles = {
  box: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 1,
    ...belowTitle,
    paddingInlineEnd: 2,
    mt: -0.75,
    fontSize: textSizes.small,
  },
} as const;
