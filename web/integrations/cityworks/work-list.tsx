import OpenInNew from '@mui/icons-material/OpenInNew';
import Place from '@mui/icons-material/PlaceOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import { useTranslation } from 'react-i18next';
import type { WorkItem } from '../../../wire/cityworks.ts';

const kinds = ['work-order', 'request', 'inspection'] as const;

/** Records by kind, each with its state, a way to its place, and a link into Cityworks. */
export function WorkList({
  items,
  onShow,
}: {
  items: readonly WorkItem[];
  onShow: (item: WorkItem) => void;
}) {
  const { t } = useTranslation();
  return (
    <Box>
      {kinds.map((kind) => {
        const ofKind = items.filter((item) => item.kind === kind);
        if (ofKind.length === 0) return null;
        const label = t(`integration.work.kind.${kind}`);
        return (
          <List
            key={kind}
            aria-label={label}
            subheader={
              <ListSubheader disableSticky disableGutters>
                {label}
              </ListSubheader>
            }
          >
            {ofKind.map((item) => (
              <ListItem key={item.id} divider disableGutters>
                <ListItemText
                  primary={item.title}
                  secondary={[item.id, item.status].filter(Boolean).join(' · ')}
                  slotProps={{ primary: { dir: 'auto' } }}
                />
                {item.lat !== null && (
                  <IconButton
                    aria-label={t('integration.work.show')}
                    onClick={() => onShow(item)}
                    sx={styles.button}
                  >
                    <Place />
                  </IconButton>
                )}
                {item.link && (
                  <IconButton
                    aria-label={t('integration.work.open')}
                    href={item.link}
                    target="_blank"
                    rel="noopener noreferrer"
                    sx={styles.button}
                  >
                    <OpenInNew />
                  </IconButton>
                )}
              </ListItem>
            ))}
          </List>
        );
      })}
    </Box>
  );
}

const styles = { button: { width: 44, height: 44 } } as const;
