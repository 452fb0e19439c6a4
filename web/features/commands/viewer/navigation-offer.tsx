import Add from '@mui/icons-material/Add';
import Explore from '@mui/icons-material/ExploreOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import Remove from '@mui/icons-material/Remove';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapModel } from '../../../map/map-model.ts';
import type { Command } from '../command.ts';
import { useOffer } from '../commands-context.ts';

/** Moving the map. */
export function NavigationOffer() {
  const { t } = useTranslation();
  const model = useMapModel();
  const offer = useMemo(() => {
    const command = (id: string, title: string, Icon: Command['Icon'], run: Command['run']): Command => ({
      id: `map ${id}`,
      group: 'map',
      title,
      words: t('viewer.map'),
      Icon,
      run,
    });
    if (!model) return { commands: [] };
    return {
      commands: [
        command('home', t('viewer.goHome'), HomeOutlined, () => model.goHome()),
        command('in', t('viewer.zoomIn'), Add, () => model.zoomIn()),
        command('out', t('viewer.zoomOut'), Remove, () => model.zoomOut()),
        command('north', t('viewer.faceNorth'), Explore, () => model.faceNorth()),
      ],
    };
  }, [t, model]);
  useOffer('navigation', offer);
  return null;
}
