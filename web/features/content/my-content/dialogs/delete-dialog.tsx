import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { itemAddress } from '../../../../context/addresses.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { useFormats, useItemTexts } from '../../../../i18n/index.ts';
import type { SharedMapSummary } from '../../../../../wire/shared-map.ts';
import type { UsedItem } from '../../../../portal/item-details.ts';
import { targetLink } from '../../../../ui/sizes.ts';

interface DeleteDialogProps {
  /** Number of items to delete. */
  count: number;
  /** Those that maps and applications use. */
  used: readonly UsedItem[];
  /** Maps shared by link that use any of the items. */
  shared: readonly SharedMapSummary[];
  onDelete: () => void;
  onClose: () => void;
}

/** Names the maps and applications that use what is about to be deleted. */
export function DeleteDialog({ count, used, shared, onDelete, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const { number } = useFormats();
  const { org } = useConfiguration();
  const title = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{t('content.delete.used.title', { count })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
        <DialogContentText>{t('content.delete.used.what')}</DialogContentText>
        {shared.length > 0 && (
          <Names>
            {shared.map((map) => (
              <li key={map.sid}>
                <MuiLink component={Link} to={`/${org}/map/sid/${map.sid}`} target="_blank" sx={targetLink}>
                  <bdi>{map.title}</bdi>
                </MuiLink>
              </li>
            ))}
          </Names>
        )}
        {used.map(({ item, by, others }) => (
          <section key={item.id}>
            <Typography variant="h3" component="h3">
              {t('content.delete.used.by', { title: titleOf(item) })}
            </Typography>
            <Names>
              {by.map((each) => (
                <li key={each.id}>
                  <MuiLink component={Link} to={itemAddress(org, each)} target="_blank" sx={targetLink}>
                    <bdi>{titleOf(each)}</bdi>
                  </MuiLink>
                </li>
              ))}
              {others > 0 && (
                <li>{t('content.delete.used.others', { count: others, number: number(others) })}</li>
              )}
            </Names>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('content.delete.used.keep')}</Button>
        <Button variant="contained" color="error" onClick={onDelete}>
          {t('content.delete.used.do')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Names = styled('ul')({ margin: 0, paddingInlineStart: 20 });
