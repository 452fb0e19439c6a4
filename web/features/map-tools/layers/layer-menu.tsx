import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import CenterFocusStrong from '@mui/icons-material/CenterFocusStrongOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FilterAlt from '@mui/icons-material/FilterAltOutlined';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import LabelOff from '@mui/icons-material/LabelOffOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import PaletteOutlined from '@mui/icons-material/PaletteOutlined';
import TableChart from '@mui/icons-material/TableChartOutlined';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveLayer } from '../../../map/layers/arrange-layers.ts';
import { setLayerLabels } from '../../../map/layers/label-layer.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { hasStyle } from '../../../map/style/style.ts';
import { shownTable } from '../../../map/table/shown-table.ts';
import { sizes } from '../../../ui/sizes.ts';

export interface LayerActions {
  onRename: (layer: LayerState) => void;
  onStyle: (layer: LayerState) => void;
  onFilter: (layer: LayerState) => void;
  onRemove: (layer: LayerState) => void;
  /** Id of the layer whose menu takes the focus, after its style was open. */
  focused?: string | undefined;
}

export interface LayerMenuProps extends LayerActions {
  layer: LayerState;
  place: number;
  count: number;
}

/** Actions on a layer besides toggling it. */
export function LayerMenu({ layer, place, count, focused, ...actions }: LayerMenuProps) {
  const { t } = useTranslation();
  const model = useMapModel();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused === layer.id) button.current?.focus();
  }, [focused, layer.id]);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { id, kind, status, hasFeatures, labels } = layer;
  const ready = status !== 'failed';
  const item = (text: string, icon: ReactNode, act: () => void, disabled = false) => (
    <MenuItem
      disabled={disabled}
      onClick={() => {
        setAnchor(null);
        act();
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      {text}
    </MenuItem>
  );
  return (
    <>
      <IconButton
        aria-label={t('layers.more', { title: layer.title || t('layers.untitled') })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        ref={button}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: sizes.touch, height: sizes.touch, flexShrink: 0 }}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {ready &&
          item(t('layers.goTo'), <CenterFocusStrong fontSize="small" />, () => void model?.goToLayer(id))}
        {ready &&
          hasFeatures &&
          item(t('layers.table'), <TableChart fontSize="small" />, () => model && shownTable(model).set(id))}
        {ready &&
          hasStyle(kind) &&
          item(t('layers.style'), <PaletteOutlined fontSize="small" />, () => actions.onStyle(layer))}
        {item(t('layers.rename'), <EditOutlined fontSize="small" />, () => actions.onRename(layer))}
        {ready &&
          hasFeatures &&
          item(t('layers.filter'), <FilterAlt fontSize="small" />, () => actions.onFilter(layer))}
        {ready &&
          labels !== undefined &&
          item(
            labels ? t('layers.labelsOff') : t('layers.labelsOn'),
            labels ? <LabelOff fontSize="small" /> : <LabelOutlined fontSize="small" />,
            () => model && setLayerLabels(model, id, !labels),
          )}
        {item(
          t('layers.up'),
          <ArrowUpward fontSize="small" />,
          () => model && moveLayer(model, id, place - 1),
          place === 0,
        )}
        {item(
          t('layers.down'),
          <ArrowDownward fontSize="small" />,
          () => model && moveLayer(model, id, place + 1),
          place === count - 1,
        )}
        {item(t('layers.remove'), <DeleteOutlined fontSize="small" />, () => actions.onRemove(layer))}
      </Menu>
    </>
  );
}
