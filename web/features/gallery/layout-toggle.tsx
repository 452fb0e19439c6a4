import GridView from '@mui/icons-material/GridViewOutlined';
import ViewList from '@mui/icons-material/ViewListOutlined';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { type GalleryLayout, layouts } from './gallery-search.ts';

const icons = { cards: <GridView fontSize="small" />, list: <ViewList fontSize="small" /> };

/** Cards or rows. */
export function LayoutToggle({
  layout,
  onChoose,
}: {
  layout: GalleryLayout;
  onChoose: (layout: GalleryLayout) => void;
}) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      exclusive
      value={layout}
      aria-label={t('gallery.layout')}
      onChange={(_event, chosen: GalleryLayout | null) => chosen && onChoose(chosen)}
      sx={{ height: { xs: 44, sm: 40 }, backgroundColor: 'background.paper' }}
    >
      {layouts.map((one) => (
        <ToggleButton
          key={one}
          value={one}
          aria-label={t(`gallery.layout.${one}`)}
          title={t(`gallery.layout.${one}`)}
          sx={{ width: 44 }}
        >
          {icons[one]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
