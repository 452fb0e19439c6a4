import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import CenterFocusStrong from '@mui/icons-material/CenterFocusStrongOutlined';
import ChatBubbleOutlined from '@mui/icons-material/ChatBubbleOutlineOutlined';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import CreateNewFolderOutlined from '@mui/icons-material/CreateNewFolderOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FilterAlt from '@mui/icons-material/FilterAltOutlined';
import FolderOffOutlined from '@mui/icons-material/FolderOffOutlined';
import FormatPaintOutlined from '@mui/icons-material/FormatPaintOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import History from '@mui/icons-material/History';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import LabelOff from '@mui/icons-material/LabelOffOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import OpenWith from '@mui/icons-material/OpenWith';
import PaletteOutlined from '@mui/icons-material/PaletteOutlined';
import TableChart from '@mui/icons-material/TableChartOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutIsolates } from '../../../../wire/languages.ts';
import { useAudience } from '../../../context/audience.ts';
import { moveLayer } from '../../../map/layers/arrange-layers.ts';
import { canLeave, canUngroup, duplicateLayer } from '../../../map/layers/make-layers.ts';
import { isPicture } from '../../../map/layers/place-picture.ts';
import { setLayerLabels } from '../../../map/layers/label-layer.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { hasStyle } from '../../../map/style/style.ts';
import { shownTable } from '../../../map/table/feature-table.ts';
import { sizes } from '../../../ui/sizes.ts';
import type { Run } from '../../../ui/use-run.ts';

/** The parts of a layer that have a settings panel. */
/** Settings of a layer in a panel, which takes the place of the list. */
export const panelSettings = ['place', 'style', 'labels', 'popup', 'form', 'appearance'] as const;

export type PanelSetting = (typeof panelSettings)[number];

/** What can be opened for a layer; what is no panel is a dialog over the list. */
export type LayerSetting =
  PanelSetting | 'rename' | 'group' | 'copyStyle' | 'information' | 'asOf' | 'filter';

export interface LayerActions {
  onOpen: (layer: LayerState, setting: LayerSetting) => void;
  onUngroup: (layer: LayerState) => void;
  onRemove: (layer: LayerState) => void;
  /** Runs what may fail, and shows why. */
  run: Run;
  /**
   * Id of the layer whose menu takes the focus when it is lost: its panel was open, or it was moved or took a
   * removed one's place.
   */
  focused?: string | undefined;
}

export interface LayerMenuProps extends LayerActions {
  layer: LayerState;
  place: number;
  count: number;
}

/** Actions on a layer besides toggling it. */
export function LayerMenu({ layer, place, count, focused, run, ...actions }: LayerMenuProps) {
  const { t } = useTranslation();
  const model = useMapModel();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused === layer.id && document.activeElement === document.body) button.current?.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the focus is lost when a layer beside it is removed
  }, [focused, layer.id, count]);
  const [opened, setOpened] = useState<{ anchor: HTMLElement; layer: LayerState }>();
  // A layer that loads meanwhile would move the items below the pointer.
  const { id, kind, status, hasFeatures, labels, editable, history } = opened?.layer ?? layer;
  const ready = status !== 'failed';
  const { mayUse, tables } = useAudience();
  // Readers of some maps can see layers but not change them.
  const designs = mayUse('save');
  const open = (setting: LayerSetting) => actions.onOpen(layer, setting);
  const duplicate = async () => {
    const name = layer.title || t('layers.untitled');
    if (model) await duplicateLayer(model, id, withoutIsolates(t('layers.duplicateTitle', { title: name })));
  };
  const item = (text: string, icon: ReactNode, act: () => void, disabled = false) => (
    <MenuItem
      disabled={disabled}
      onClick={() => {
        setOpened(undefined);
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
        aria-expanded={opened !== undefined}
        ref={button}
        onClick={(event) => setOpened({ anchor: event.currentTarget, layer })}
        sx={{ width: sizes.touch, height: sizes.touch, flexShrink: 0 }}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu
        anchorEl={opened?.anchor ?? null}
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
      >
        {ready &&
          item(
            t('layers.goTo'),
            <CenterFocusStrong fontSize="small" />,
            () => void run(async () => model?.goToLayer(id)),
          )}
        {ready && item(t('layers.information'), <InfoOutlined fontSize="small" />, () => open('information'))}
        {ready &&
          tables &&
          hasFeatures &&
          item(t('layers.table'), <TableChart fontSize="small" />, () => model && shownTable(model).set(id))}
        {designs &&
          ready &&
          isPicture(kind) &&
          item(t('layers.place'), <OpenWith fontSize="small" />, () => open('place'))}
        {designs &&
          ready &&
          hasStyle(kind) &&
          item(t('layers.style'), <PaletteOutlined fontSize="small" />, () => open('style'))}
        {designs &&
          ready &&
          hasStyle(kind) &&
          item(t('layers.labels'), <LabelOutlined fontSize="small" />, () => open('labels'))}
        {designs &&
          ready &&
          hasStyle(kind) &&
          item(t('layers.popup'), <ChatBubbleOutlined fontSize="small" />, () => open('popup'))}
        {designs &&
          ready &&
          editable &&
          hasStyle(kind) &&
          item(t('layers.form'), <EditNoteOutlined fontSize="small" />, () => open('form'))}
        {designs &&
          ready &&
          item(t('layers.appearance'), <TuneOutlined fontSize="small" />, () => open('appearance'))}
        {designs && item(t('layers.rename'), <EditOutlined fontSize="small" />, () => open('rename'))}
        {ready &&
          hasFeatures &&
          item(t('layers.filter'), <FilterAlt fontSize="small" />, () => open('filter'))}
        {ready && history && item(t('layers.asOf'), <History fontSize="small" />, () => open('asOf'))}
        {ready &&
          labels !== undefined &&
          item(
            labels ? t('layers.labelsOff') : t('layers.labelsOn'),
            labels ? <LabelOff fontSize="small" /> : <LabelOutlined fontSize="small" />,
            () => model && setLayerLabels(model, id, !labels),
          )}
        {designs && <Divider />}
        {designs &&
          ready &&
          hasStyle(kind) &&
          item(t('layers.copyStyle'), <FormatPaintOutlined fontSize="small" />, () => open('copyStyle'))}
        {designs &&
          ready &&
          (hasStyle(kind) || (opened && model && canUngroup(model, id))) &&
          item(t('layers.duplicate'), <ContentCopyOutlined fontSize="small" />, () => void run(duplicate))}
        {designs &&
          opened &&
          model &&
          canLeave(model, id) &&
          item(t('layers.group.menu'), <CreateNewFolderOutlined fontSize="small" />, () => open('group'))}
        {designs &&
          opened &&
          model &&
          canUngroup(model, id) &&
          item(t('layers.ungroup'), <FolderOffOutlined fontSize="small" />, () => actions.onUngroup(layer))}
        {designs &&
          item(
            t('layers.up'),
            <ArrowUpward fontSize="small" />,
            () => model && moveLayer(model, id, place - 1),
            place === 0,
          )}
        {designs &&
          item(
            t('layers.down'),
            <ArrowDownward fontSize="small" />,
            () => model && moveLayer(model, id, place + 1),
            place === count - 1,
          )}
        {designs &&
          item(t('layers.remove'), <DeleteOutlined fontSize="small" />, () => actions.onRemove(layer))}
      </Menu>
    </>
  );
}
