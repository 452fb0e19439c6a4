import Place from '@mui/icons-material/PlaceOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type WorkItem, workKinds } from '../../../wire/cityworks.ts';
import { sizes } from '../../../web/ui/sizes.ts';
import { OpenInNew } from '../../../web/ui/mirrored-icons.ts';

/** The key of a record on the map. */
export const keyOf = ({ kind, id }: WorkItem) => `${kind}/${id}`.slice(0, 100);

export interface WorkListProps {
  items: readonly WorkItem[];
  /** The record clicked on the map; a new object per click. */
  picked: { key: string } | undefined;
  onShow: (item: WorkItem) => void;
}

/** Records by kind, each with its status, a button to its location, and a link to Cityworks. */
export function WorkList({ items, picked, onShow }: WorkListProps) {
  const { t } = useTranslation();
  return (
    <Box>
      {workKinds.map((kind) => {
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
              <WorkRow
                key={item.id}
                item={item}
                picked={picked?.key === keyOf(item) ? picked : undefined}
                onShow={onShow}
              />
            ))}
          </List>
        );
      })}
    </Box>
  );
}

interface WorkRowProps {
  item: WorkItem;
  /** Set when it is the one clicked on the map. */
  picked: object | undefined;
  onShow: (item: WorkItem) => void;
}

function WorkRow({ item, picked, onShow }: WorkRowProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (picked) row.current?.scrollIntoView({ block: 'nearest' });
  }, [picked]);
  return (
    <ListItem
      ref={row}
      divider
      disableGutters
      aria-current={picked ? true : undefined}
      sx={{ ...styles.row, ...(picked && styles.picked) }}
    >
      <ListItemText
        primary={<bdi>{item.title}</bdi>}
        secondary={[item.id, item.status].filter(Boolean).join(' · ')}
      />
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
      {item.lat !== null && (
        <IconButton aria-label={t('integration.work.show')} onClick={() => onShow(item)} sx={styles.button}>
          <Place />
        </IconButton>
      )}
    </ListItem>
  );
}

const styles = {
  // The same border width as the selected one, so that the layout does not shift.
  row: { paddingInline: '5px 8px', borderInlineStart: '3px solid transparent' },
  picked: {
    backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 18%, transparent)',
    borderInlineStartColor: 'primary.main',
  },
  button: { width: sizes.touch, height: sizes.touch },
} as const;
