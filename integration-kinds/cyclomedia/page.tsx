import { startPage } from '../../web/integrations/page/start-page.tsx';
import { CyclomediaPage } from './page/cyclomedia-page.tsx';

/** The spatial reference is needed before the config arrives, so the server writes it into the page. */
const wkid = Number(document.querySelector<HTMLMetaElement>('meta[name="wkid"]')?.content) || undefined;

void startPage(<CyclomediaPage wkid={wkid} />);
