import { startPage } from '../page/start-page.tsx';
import { CityworksPage } from './cityworks-page.tsx';

void startPage(<CityworksPage />);
