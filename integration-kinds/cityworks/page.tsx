import { startPage } from '../../web/integrations/page/start-page.tsx';
import { CityworksPage } from './page/work-panel.tsx';

void startPage(<CityworksPage />);
