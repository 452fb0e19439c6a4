import PlaylistAdd from '@mui/icons-material/PlaylistAdd';
import PublishedWithChanges from '@mui/icons-material/PublishedWithChanges';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useConfiguration,
  useIdentity,
  usePortalIdentity,
} from '../../../../../context/application-context.ts';
import { useFormats, useValueText } from '../../../../../i18n/index.ts';
import {
  type FirstRows,
  type HostedField,
  type HostedLayer,
  loadFirstRows,
  loadLayer,
} from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { Choice } from '../../../../../ui/choice.tsx';
import { FactLine } from '../../../../../ui/map-card.tsx';
import { StateMessage } from '../../../../../ui/state-message.tsx';
import TableChart from '@mui/icons-material/TableChartOutlined';
import { AppendDialog } from './append-dialog.tsx';
import { FieldList } from './field-list.tsx';
import { HistorySection } from './history-section.tsx';
import { ServiceState, useService } from './use-service.tsx';
import { SourceNames, ViewButton } from './view-section.tsx';

/** Rows shown. */
const maxRows = 20;

/** The rows and fields of the layers of a service; owners change the fields. */
export function DataTab({ item, url, owned }: { item: PortalItem; url: string; owned: boolean }) {
  const { t } = useTranslation();
  const service = useService(item, url);
  const [chosen, setChosen] = useState('');
  return (
    <ServiceState query={service}>
      {({ layers, tables, isView = false }) => {
        const all = [...layers, ...tables];
        const layer = all.find(({ id }) => String(id) === chosen) ?? all[0];
        if (!layer) return <StateMessage icon={<TableChart />} title={t('gallery.data.noLayers')} />;
        return (
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
            {all.length > 1 && (
              <Choice
                label={t('gallery.data.layer')}
                value={String(layer.id)}
                options={all.map(({ id, name }) => [String(id), name] as const)}
                onChoose={setChosen}
              />
            )}
            {isView && <SourceNames item={item} url={url} />}
            <LayerData key={layer.id} item={item} url={url} id={layer.id} owned={owned} isView={isView} />
          </Box>
        );
      }}
    </ServiceState>
  );
}

interface LayerDataProps {
  item: PortalItem;
  url: string;
  id: number;
  owned: boolean;
  isView: boolean;
}

function LayerData({ item, url, id, owned, isView }: LayerDataProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const { ago, bytes, number } = useFormats();
  const keys = personKeys(connection, who);
  const layer = useQuery({
    queryKey: keys.service(item.id, 'layer', id),
    queryFn: ({ signal }) => loadLayer(connection, { url, id, owned }, signal),
    enabled: known,
  });
  const first = useQuery({
    queryKey: keys.service(item.id, 'rows', id),
    queryFn: ({ signal }) => loadFirstRows(connection, { url, id, maxRows }, signal),
    enabled: known,
  });
  return (
    <ServiceState query={layer}>
      {(data) => (
        <>
          <FactLine>
            {first.data && (
              <>{t('gallery.data.count', { count: first.data.count, number: number(first.data.count) })}</>
            )}
            {data.adminLayerInfo?.size !== undefined && <>{bytes(data.adminLayerInfo.size)}</>}
            {data.editingInfo?.lastEditDate !== undefined && (
              <>{t('gallery.data.edited', { when: ago(data.editingInfo.lastEditDate) })}</>
            )}
          </FactLine>
          {owned && data.supportsAppend && first.data && (
            <AppendButtons
              itemId={item.id}
              url={url}
              layer={data}
              count={first.data.count}
              mayReplace={!isView}
            />
          )}
          {owned && <ViewButton item={item} url={url} layer={data} isView={isView} />}
          <FieldList
            item={item}
            url={url}
            layer={data}
            owned={owned}
            isView={isView}
            count={first.data?.count ?? 0}
          />
          <HistorySection item={item} url={url} layer={data} owned={owned} isView={isView} />
          <ServiceState query={first}>
            {(rows) => (
              <RowTable fields={data.fields.filter(({ visible }) => visible !== false)} first={rows} />
            )}
          </ServiceState>
        </>
      )}
    </ServiceState>
  );
}

interface AppendButtonsProps {
  itemId: string;
  url: string;
  layer: HostedLayer;
  count: number;
  mayReplace: boolean;
}

/** Adds rows from a file, or replaces all rows. Other portals have their own page for that. */
function AppendButtons({ mayReplace, ...about }: AppendButtonsProps) {
  const { t } = useTranslation();
  const { portal } = useIdentity();
  const [open, setOpen] = useState<'append' | 'replace'>();
  if (portal?.uploadPreviews !== true) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" startIcon={<PlaylistAdd />} onClick={() => setOpen('append')}>
        {t('gallery.append')}
      </Button>
      {mayReplace && (
        <Button startIcon={<PublishedWithChanges />} onClick={() => setOpen('replace')}>
          {t('gallery.append.replace')}
        </Button>
      )}
      {open && <AppendDialog {...about} replace={open === 'replace'} onClose={() => setOpen(undefined)} />}
    </Box>
  );
}

function RowTable({ fields, first: { rows, count } }: { fields: readonly HostedField[]; first: FirstRows }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const title = useId();
  const text = useValueText();
  return (
    <Box
      component="section"
      aria-labelledby={title}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
    >
      <Typography id={title} variant="h3">
        {count > rows.length
          ? t('gallery.data.firstRows', { count, shown: number(rows.length), total: number(count) })
          : t('gallery.data.rows')}
      </Typography>
      {rows.length === 0 ? (
        <Typography color="textSecondary">{t('gallery.data.noRows')}</Typography>
      ) : (
        <TableContainer
          tabIndex={0}
          component="section"
          aria-labelledby={title}
          sx={{ maxHeight: 320, border: 1, borderColor: 'divider', borderRadius: 1 }}
        >
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                {fields.map(({ name, alias }) => (
                  <TableCell key={name} sx={{ whiteSpace: 'nowrap' }}>
                    <bdi>{alias || name}</bdi>
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row, index) => (
                <TableRow key={index}>
                  {fields.map((field) => (
                    <TableCell key={field.name} sx={cell}>
                      <bdi>{text(field, row[field.name])}</bdi>
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Box>
  );
}

const cell = {
  maxWidth: 220,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
} as const;
