import { startPage } from '../page/start-page.tsx';
import { StreetViewPage } from './street-view-page.tsx';

void startPage(<StreetViewPage />);
