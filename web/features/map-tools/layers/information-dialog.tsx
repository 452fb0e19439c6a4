import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats, useItemTexts } from '../../../i18n/index.ts';
import { type LayerInformation, readLayerInformation } from '../../../map/layers/layer-information.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { targetLink } from '../../../ui/sizes.ts';

/** Where a layer comes from and who made it. */
export function InformationDialog({ layer, onClose }: { layer: LayerState; onClose: () => void }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const heading = useId();
  const { data, error } = useQuery({
    queryKey: mapKeys.layerInformation(layer.id),
    queryFn: () => (model ? readLayerInformation(model, layer.id) : null),
    enabled: model !== undefined,
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="sm">
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        {t('layers.information.of', { title: layer.title || t('layers.untitled') })}
      </DialogTitle>
      <DialogContent>
        {error ? (
          <Alert severity="error">
            <ErrorMessage error={error} />
          </Alert>
        ) : data ? (
          <Information information={data} />
        ) : (
          <Box component="output" aria-label={t('app.loading')}>
            {[72, 48, 60].map((width) => (
              <Skeleton key={width} animation={false} width={`${width}%`} height={28} />
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('layers.information.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

type RowName = 'credits' | 'terms' | 'source' | 'item' | 'features' | 'fields' | 'wkid' | 'edited';

function Information({ information }: { information: LayerInformation }) {
  const { t } = useTranslation();
  const { number, dateTime } = useFormats();
  const { titleOf, summaryOf } = useItemTexts();
  const { credits, terms, source, item, geometry, features, fields, wkid, edited } = information;
  const description = (item && summaryOf(item)) || information.description;
  const rows: [RowName, ReactNode][] = [
    ['credits', credits],
    ['terms', terms],
    ['source', source ? <OwnLink href={source}>{source}</OwnLink> : t('layers.information.inMap')],
    [
      'item',
      item && (
        <OwnLink href={item.page}>
          {item.owner
            ? t('layers.information.itemBy', { title: titleOf(item), owner: item.owner })
            : titleOf(item)}
        </OwnLink>
      ),
    ],
    [
      'features',
      features !== undefined &&
        (geometry
          ? t(`layers.information.${geometry}s`, { count: features, number: number(features) })
          : number(features)),
    ],
    ['fields', fields && number(fields)],
    // Codes are identifiers, which no language formats as numbers.
    ['wkid', wkid && <bdi>EPSG:{wkid}</bdi>],
    ['edited', edited && dateTime(edited)],
  ];
  return (
    <>
      {description && (
        <Typography dir="auto" sx={{ mb: 2, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {description}
        </Typography>
      )}
      <Box component="dl" sx={styles.list}>
        {rows
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <Box key={name} sx={styles.row}>
              <Typography component="dt" color="textSecondary">
                {t(`layers.information.${name}`)}
              </Typography>
              <Typography component="dd" dir="auto" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value}
              </Typography>
            </Box>
          ))}
      </Box>
    </>
  );
}

function OwnLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//.test(href)) return <>{children}</>;
  return (
    <Link href={href} target="_blank" rel="noopener noreferrer" dir="auto" sx={targetLink}>
      {children}
    </Link>
  );
}

const styles = {
  list: { display: 'grid', gap: 1, m: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '160px minmax(0, 1fr)' },
    columnGap: 2,
  },
} as const;
