import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { usePortalIdentity } from '../../../context/use-portal-identity.ts';
import { loadMapLayers } from '../../../portal/item-details.ts';
import { errorText } from '../../languages/index.ts';

/** The layers a web map shows, by name; they are read from its document, not asked from their services. */
export function MapLayers({ id }: { id: string }) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const { who, known } = usePortalIdentity(connection);
  const { data, error, refetch } = useQuery({
    queryKey: ['portal', connection.restUrl, who, 'layers', id],
    queryFn: ({ signal }) => loadMapLayers(connection, id, signal),
    enabled: known,
  });
  if (error) {
    return (
      <Typography role="alert" color="textSecondary">
        {t('gallery.details.layers.error')}: {errorText(t, error)}{' '}
        <Button size="small" onClick={() => void refetch()}>
          {t('app.tryAgain')}
        </Button>
      </Typography>
    );
  }
  if (!data) return <Skeleton width="60%" />;
  if (data.length === 0) {
    return <Typography color="textSecondary">{t('gallery.details.layers.none')}</Typography>;
  }
  return (
    <Names>
      {data.map(({ title, url }, index) => (
        <li key={`${index} ${url}`}>
          <bdi>{title || t('gallery.details.layers.untitled')}</bdi>
        </li>
      ))}
    </Names>
  );
}

const Names = styled('ul')({ margin: 0, paddingInlineStart: 20, overflowWrap: 'anywhere' });
