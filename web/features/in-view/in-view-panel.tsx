import CloudOff from '@mui/icons-material/CloudOffOutlined';
import LocationSearching from '@mui/icons-material/LocationSearching';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useMapModel } from '../../map/map-model.ts';
import { StateMessage } from '../../ui/state-message.tsx';
import { errorText } from '../languages/index.ts';
import { KeyboardHelp } from './keyboard-help.tsx';
import { LayerSection } from './layer-section.tsx';
import { PlaceLine } from './place-line.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { useFeaturesInView } from './use-features-in-view.ts';

/** The features in view as a list, by layer, the nearest to the middle first. */
export function InViewPanel() {
  const { t } = useTranslation();
  const model = useMapModel();
  const { data, error, refetch, isPlaceholderData } = useFeaturesInView();
  const total = data?.reduce((sum, layer) => sum + layer.total, 0) ?? 0;
  const content = () => {
    if (error) {
      const again = <Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>;
      return (
        <StateMessage
          role="alert"
          icon={<CloudOff />}
          title={t('inview.failed')}
          detail={errorText(t, error)}
          action={again}
        />
      );
    }
    if (!data) return <ListSkeleton />;
    if (total === 0 && data.every(({ failed }) => !failed)) {
      const home = <Button onClick={() => model?.goHome()}>{t('viewer.goHome')}</Button>;
      return (
        <StateMessage
          icon={<LocationSearching />}
          title={t('inview.empty')}
          detail={t('inview.empty.why')}
          action={home}
        />
      );
    }
    return data
      .filter((layer) => layer.total > 0 || layer.failed)
      .map((layer) => <LayerSection key={layer.layerId} layer={layer} onRetry={() => void refetch()} />);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2, pt: 0 }}>
      <PlaceLine count={data && !isPlaceholderData ? total : undefined} />
      {content()}
      <KeyboardHelp />
    </Box>
  );
}
