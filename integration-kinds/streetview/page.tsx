import { startPage } from '../../web/integrations/page/start-page.tsx';
import { StreetViewPage } from './page/street-view-page.tsx';

void startPage(<StreetViewPage />);
