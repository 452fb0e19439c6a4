import Close from '@mui/icons-material/Close';
import History from '@mui/icons-material/History';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { showMoment } from '../../../map/layers/layer-moment.ts';
import { type MapModel, useMapModel, useMapState } from '../../../map/map-model.ts';
import { layerById } from '../../../map/map-state.ts';
import { useStore } from '../../../store.ts';
import { openTable } from '../../../map/table/feature-table.ts';
import { ResizeEdge } from '../../../ui/resize-edge.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { useStoredSize } from '../../../ui/use-stored.ts';
import { FindBar } from './find-bar.tsx';
import { TableActions } from './table-actions.tsx';

export interface TablePanelProps {
  layerId: string;
  onClose: () => void;
}

/** Pixels; the map keeps at least a third of the window. */
const heights = () => ({ least: 160, usual: 280, most: Math.min(720, Math.round(window.innerHeight * 0.6)) });

/** A layer's rows under the map, with their actions. Escape closes it. */
export function TablePanel({ layerId, onClose }: TablePanelProps) {
  const { t } = useTranslation();
  const { number, dateTime } = useFormats();
  const model = useMapModel();
  const title = useMapState((state) => layerById(state.layers, layerId)?.title);
  const asOf = useMapState((state) => layerById(state.layers, layerId)?.asOf);
  const host = useRef<HTMLDivElement>(null);
  const { session: table, error, again } = useTable(layerId, host);
  const selected = useStore(table?.selected, 0);
  const total = useStore(table?.total, undefined);
  useCloseWithLayer(title !== undefined, onClose);
  const { leave, onFocus } = useReturnFocus(onClose);
  const [height, setHeight] = useStoredSize('mapping.table.height', heights());
  const [finding, setFinding] = useState(false);
  const name = t('table.of', { title: title || t('layers.untitled') });
  return (
    <Box
      component="section"
      aria-label={name}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) leave();
      }}
      sx={{ ...styles.panel, height }}
    >
      <ResizeEdge
        label={t('table.resize')}
        at="top"
        value={height}
        {...heights()}
        step={40}
        onChange={setHeight}
      />
      <Box sx={styles.head}>
        <Typography variant="h3" component="h2" noWrap sx={styles.title}>
          <bdi>{title || t('layers.untitled')}</bdi>
        </Typography>
        {total !== undefined && (
          <Typography component="output" color="textSecondary" sx={styles.total}>
            {t('table.total', { number: number(total) })}
          </Typography>
        )}
        {asOf !== undefined && (
          <Chip
            size="small"
            icon={<History />}
            label={t('layers.asOf.chip', { when: dateTime(asOf) })}
            onDelete={() => model && showMoment(model, layerId, undefined)}
            sx={{ flexShrink: 0 }}
          />
        )}
        {table && (
          // Phones have no room for the actions and the search.
          <Box sx={{ ...styles.actions, display: finding ? { xs: 'none', sm: 'contents' } : 'contents' }}>
            <TableActions
              table={table}
              layerId={layerId}
              selected={selected}
              finding={finding}
              onFind={() => setFinding(!finding)}
            />
          </Box>
        )}
        <IconButton aria-label={t('table.close')} onClick={leave} sx={styles.close}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      {table && finding && <FindBar table={table} onClose={() => setFinding(false)} />}
      {error !== undefined && (
        <Alert severity="error" sx={{ m: 1 }} action={<Button onClick={again}>{t('app.tryAgain')}</Button>}>
          <ErrorMessage error={error} />
        </Alert>
      )}
      {!table && error === undefined && (
        <Box component="output" aria-label={t('app.loading')} sx={{ display: 'grid', gap: 0.5, px: 2 }}>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} animation={false} height={32} />
          ))}
        </Box>
      )}
      <Box ref={host} sx={styles.table} />
    </Box>
  );
}

/** Removing a layer from the map closes its table. */
function useCloseWithLayer(there: boolean, onClose: () => void) {
  const wasThere = useRef(there);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (wasThere.current && !there) close();
    wasThere.current = there;
  }, [there]);
}

/** Closing returns the focus to where it was before the table. */
function useReturnFocus(onClose: () => void) {
  const cameFrom = useRef<HTMLElement>(undefined);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement, HTMLElement>) => {
    // A menu of the table is elsewhere in the document, and cannot receive the focus because it will be removed.
    if (!relatedTarget || currentTarget.contains(relatedTarget) || cameFrom.current?.isConnected) return;
    cameFrom.current = relatedTarget;
  };
  const leave = () => {
    onClose();
    cameFrom.current?.focus();
  };
  return { leave, onFocus };
}

const styles = {
  panel: {
    position: 'relative',
    flexShrink: 0,
    // Part of the map stays visible, even on a rotated phone: elsewhere high enough for two rows of buttons
    // above its credits.
    maxHeight: { xs: '70%', sm: 'min(70%, max(160px, 100% - 144px))' },
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderTop: 1,
    borderColor: 'divider',
    backgroundColor: 'background.paper',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: 0.5,
    minHeight: 48,
    paddingInlineStart: 2,
    paddingInlineEnd: 0.5,
    overflow: 'auto',
    flexShrink: 0,
    // On phones the title and the close button are on one line, with the actions below.
    flexWrap: { xs: 'wrap', sm: 'nowrap' },
    '& > *': { order: 2 },
  },
  actions: { '& > *': { order: 2 } },
  title: {
    order: 0,
    minWidth: 80,
    // Leaves room for the actions.
    maxWidth: { sm: '40%' },
    flex: { xs: '1 0 calc(100% - 60px)', sm: 'none' },
  },
  total: { flexShrink: 0, px: 1 },
  close: { width: sizes.touch, height: sizes.touch, marginInlineStart: 'auto', order: { xs: 1, sm: 3 } },
  table: { position: 'relative', flex: 1, minHeight: 0 },
} as const;

/** The SDK's table of a layer in a host element, while the panel is open. */
function useTable(layerId: string, host: RefObject<HTMLElement | null>) {
  const open = (model: MapModel) => {
    // A separate element, because the SDK may change its classes.
    const place = document.createElement('div');
    place.style.cssText = 'position:absolute;inset:0';
    host.current?.replaceChildren(place);
    return openTable(model, layerId, place);
  };
  return useCapability(open, { key: layerId });
}
