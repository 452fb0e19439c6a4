import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, usePortalIdentity } from '../../../../context/application-context.ts';
import { detailsStep, itemAddress } from '../../../../context/addresses.ts';
import { useFormats, useItemTexts } from '../../../../i18n/index.ts';
import { listSharedMapsUsing } from '../../../../api/maps.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { loadDependents } from '../../../../portal/item-details.ts';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { personKeys } from '../../../../portal/query-keys.ts';
import { targetLink } from '../../../../ui/sizes.ts';

/**
 * The maps and applications that use an item, for its owner also how many others there are, and maps that the
 * user shared by link.
 */
export function UsedBy({ item }: { item: PortalItem }) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const { number } = useFormats();
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const { data, error } = useQuery({
    queryKey: personKeys(connection, who).dependents(item.id),
    queryFn: ({ signal }) => loadDependents(connection, item.id, signal),
    enabled: known,
    retry: false,
  });
  const { data: shared = [] } = useQuery({
    queryKey: apiKeys(org).sharedMapsUsing(who, item.id),
    queryFn: ({ signal }) => listSharedMapsUsing(org, [item], signal),
    enabled: who !== '',
    retry: false,
  });
  // Other portals may not say.
  if (error) return <Typography color="textSecondary">{t('gallery.usedBy.unknown')}</Typography>;
  if (!data) return <Skeleton width="60%" />;
  const { items, others } = data;
  return (
    <>
      {items.length + shared.length > 0 && (
        <Names>
          {items.map((each) => (
            <li key={each.id}>
              <MuiLink component={Link} to={itemAddress(org, each)} state={detailsStep}>
                <bdi>{titleOf(each)}</bdi>
              </MuiLink>
            </li>
          ))}
          {shared.map(({ sid, title }) => (
            <li key={sid}>
              <MuiLink component={Link} to={`/${org}/map/sid/${sid}`}>
                <bdi>{title}</bdi>
              </MuiLink>
            </li>
          ))}
        </Names>
      )}
      {others > 0 && (
        <Typography color="textSecondary">
          {t('gallery.usedBy.others', { count: others, number: number(others) })}
        </Typography>
      )}
      {items.length + others + shared.length === 0 && (
        <Typography color="textSecondary">{t('gallery.usedBy.none')}</Typography>
      )}
    </>
  );
}

const Names = styled('ul')({
  margin: 0,
  paddingInlineStart: 20,
  overflowWrap: 'anywhere',
  '& a': targetLink,
});
