import { startPage } from '../page/start-page.tsx';
import { CityworksPage } from './work-panel.tsx';

void startPage(<CityworksPage />);
