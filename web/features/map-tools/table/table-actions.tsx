import CalculateOutlined from '@mui/icons-material/CalculateOutlined';
import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CenterFocusStrong from '@mui/icons-material/CenterFocusStrongOutlined';
import CropFree from '@mui/icons-material/CropFree';
import Deselect from '@mui/icons-material/Deselect';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import FilterList from '@mui/icons-material/FilterList';
import Functions from '@mui/icons-material/Functions';
import Search from '@mui/icons-material/Search';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAudience } from '../../../context/audience.ts';
import { useHostedExport } from '../../../context/use-hosted-export.ts';
import type { DataFormat } from '../../../map/export/layer-data.ts';
import { useLayerData, type WriteFile } from '../../../map/export/use-layer-data.ts';
import { useMapState } from '../../../map/map-model.ts';
import { type HostedSource, layerById, type LayerState } from '../../../map/map-state.ts';
import { useAnnouncesSelection } from '../../../map/select/announced-selection.ts';
import type { FeatureTable } from '../../../map/table/feature-table.ts';
import { saveFile } from '../../../ui/browser.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { TouchButton } from '../../../ui/touch-button.tsx';
import { CalculateDialog } from './calculate-dialog.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { StatisticsDialog } from './statistics-dialog.tsx';

export interface TableActionsProps {
  table: FeatureTable;
  layerId: string;
  selected: number;
  /** Whether the search field is open. */
  finding: boolean;
  onFind: () => void;
}

/** Actions on the rows. */
export function TableActions({ table, layerId, selected, finding, onFind }: TableActionsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { mayUse, exports } = useAudience();
  const closed = useMapState(({ layers }) => layerById(layers, layerId)?.closedToExport);
  useAnnouncesSelection(layerId);
  const [follows, setFollows] = useState(false);
  const [only, setOnly] = useState(false);
  const [dialog, setDialog] = useState<'columns' | 'statistics' | 'calculate'>();
  return (
    <>
      <TouchButton
        placement="top"
        label={t('table.followMap')}
        pressed={follows}
        onClick={() => {
          setFollows(!follows);
          table.followMap(!follows);
        }}
      >
        <CropFree fontSize="small" />
      </TouchButton>
      <TouchButton
        placement="top"
        label={t('table.onlySelected')}
        pressed={only}
        disabled={selected === 0 && !only}
        onClick={() => {
          setOnly(!only);
          table.onlySelected(!only);
        }}
      >
        <FilterList fontSize="small" />
      </TouchButton>
      <TouchButton
        placement="top"
        label={t('table.goToSelected')}
        disabled={selected === 0}
        onClick={() => table.goToSelected()}
      >
        <CenterFocusStrong fontSize="small" />
      </TouchButton>
      <TouchButton
        placement="top"
        label={t('table.clearSelection')}
        disabled={selected === 0}
        onClick={() => table.clearSelection()}
      >
        <Deselect fontSize="small" />
      </TouchButton>
      <TouchButton placement="top" label={t('table.find')} pressed={finding} onClick={onFind}>
        <Search fontSize="small" />
      </TouchButton>
      <TouchButton placement="top" label={t('table.columns')} onClick={() => setDialog('columns')}>
        <ViewColumnOutlined fontSize="small" />
      </TouchButton>
      <TouchButton placement="top" label={t('table.statistics')} onClick={() => setDialog('statistics')}>
        <Functions fontSize="small" />
      </TouchButton>
      {mayUse('edit') && table.calculable.fields.length > 0 && (
        <TouchButton placement="top" label={t('table.calculate')} onClick={() => setDialog('calculate')}>
          <CalculateOutlined fontSize="small" />
        </TouchButton>
      )}
      {exports && !closed && (
        <LayerExport layerId={layerId} only={only ? () => table.selectedIds() : undefined} />
      )}
      <Typography component="output" color="textSecondary" sx={{ mx: 1 }}>
        {selected > 0 && t('table.selected', { number: number(selected) })}
      </Typography>
      {dialog === 'calculate' && (
        <CalculateDialog table={table} selected={selected} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'columns' && <ColumnsDialog table={table} onClose={() => setDialog(undefined)} />}
      {dialog === 'statistics' && (
        <StatisticsDialog
          table={table}
          layerId={layerId}
          selected={selected}
          follows={follows}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface ExportProps {
  layerId: string;
  /** Ids of the rows to export; all of them when absent. */
  only: (() => number[]) | undefined;
}

/** Exports the layer's features, or those shown in the table, as a file. */
function LayerExport({ layerId, only }: ExportProps) {
  const layer = useMapState(({ layers }) => layerById(layers, layerId));
  if (!layer?.hosted) return <ExportMenu layerId={layerId} only={only} />;
  return <HostedExportMenu layer={layer} hosted={layer.hosted} only={only} />;
}

/** The same with the formats of the portal. */
function HostedExportMenu({
  layer: { id, title, filter },
  hosted,
  only,
}: Pick<ExportProps, 'only'> & { layer: LayerState; hosted: HostedSource }) {
  const { formatsOf, write } = useHostedExport();
  const more = formatsOf(hosted).map((format) => ({
    format,
    write: (job: Parameters<WriteFile>[0]) => write(hosted, { format, title, filter, only: only?.() }, job),
  }));
  return <ExportMenu layerId={id} only={only} more={more} />;
}

/** The formats of an export; the same button cancels a running one. */
function ExportMenu({
  layerId,
  only,
  more = [],
}: ExportProps & { more?: readonly { format: string; write: WriteFile }[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { written, error, saved, save, run, stop } = useLayerData(saveFile);
  const busy = written !== undefined;
  const take = (start: () => Promise<void>) => {
    setAnchor(null);
    void start();
  };
  const own = (format: DataFormat) => take(() => save(layerId, format, only?.()));
  return (
    <>
      <TouchButton
        placement="top"
        label={busy ? t('table.stopExport') : t('table.export')}
        onClick={(event) => (busy ? stop() : setAnchor(event.currentTarget))}
      >
        {busy ? <CancelOutlined fontSize="small" /> : <DownloadOutlined fontSize="small" />}
      </TouchButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => own('csv')}>CSV</MenuItem>
        <MenuItem onClick={() => own('geojson')}>GeoJSON</MenuItem>
        {more.map(({ format, write }) => (
          <MenuItem key={format} onClick={() => take(() => run(write))}>
            {format}
          </MenuItem>
        ))}
      </Menu>
      {busy && (
        <Typography component="output" color="textSecondary">
          {t('export.progress', { number: number(written) })}
        </Typography>
      )}
      {saved?.itemId && (
        <Typography component="output" color="textSecondary">
          {t('export.inContent')}
        </Typography>
      )}
      {error !== undefined && (
        <Typography role="alert" color="error">
          <ErrorMessage error={error} />
        </Typography>
      )}
    </>
  );
}
