import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/index.ts';
import { radii, sizes } from '../../ui/sizes.ts';
import type { Photo, Step } from './photo.ts';

export interface PhotoBarProps {
  photo: Photo;
  /** The photos of this spot, newest first. */
  times: readonly Photo[];
  steps: readonly Step[];
  onWalk: (photo: Photo) => void;
  /** Walks to the neighbour in the viewing direction. */
  onAhead: () => void;
}

/** Below a panorama: caption, date, other dates, and a button for one step ahead without a mouse. */
export function PhotoBar({ photo, times, steps, onWalk, onAhead }: PhotoBarProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const formatDate = (time: string) => (Number.isNaN(Date.parse(time)) ? time : date(Date.parse(time)));
  const metres = Math.round(steps[0]?.metres ?? 0);
  const label = t('integration.photo.walk', { metres });
  return (
    <Box sx={styles.bar}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {photo.caption && (
          <Typography noWrap sx={{ fontWeight: 500 }}>
            <bdi>{photo.caption}</bdi>
          </Typography>
        )}
        {times.length < 2 && photo.time && (
          <Typography variant="body2" color="textSecondary" noWrap>
            {t('integration.photo.time')} {formatDate(photo.time)}
          </Typography>
        )}
      </Box>
      {times.length > 1 && (
        <Select
          size="small"
          value={photo.id}
          onChange={(event) => {
            const chosen = times.find(({ id }) => id === event.target.value);
            if (chosen) onWalk(chosen);
          }}
          slotProps={{ input: { 'aria-label': t('integration.photo.time') } }}
        >
          {times.map(({ id, time }) => (
            <MenuItem key={id} value={id}>
              {formatDate(time)}
            </MenuItem>
          ))}
        </Select>
      )}
      <Tooltip title={label}>
        <span>
          <IconButton aria-label={label} disabled={steps.length === 0} onClick={onAhead} sx={styles.step}>
            <ArrowUpward />
          </IconButton>
        </span>
      </Tooltip>
    </Box>
  );
}

const styles = {
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    minHeight: 52,
    paddingInline: '12px 4px',
    borderRadius: radii.control,
    backgroundColor: 'background.paper',
    border: 1,
    borderColor: 'divider',
  },
  step: { width: sizes.touch, height: sizes.touch },
} as const;
