import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import type { MapCheck } from '../../../../wire/map-check.ts';
import { useFormats } from '../../../i18n/index.ts';

/** Shows that a map has problems, with details in a tooltip. Renders nothing for healthy maps. */
export function AttentionChip({ check }: { check: MapCheck | undefined }) {
  const { t } = useTranslation();
  const { ago } = useFormats();
  if (!check?.attention) return null;
  const why = [
    ...check.problems.map((problem) => t(`gallery.check.${problem}`)),
    t('gallery.check.when', { when: ago(check.checkedAt) }),
  ].join(' ');
  return (
    <Tooltip title={why} describeChild>
      <Chip
        size="small"
        icon={<WarningAmber />}
        label={t('gallery.attention')}
        sx={{ backgroundColor: 'background.paper', border: 1, borderColor: 'warning.main', zIndex: 1 }}
      />
    </Tooltip>
  );
}
