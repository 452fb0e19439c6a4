import { startPage } from '../page/start-page.tsx';
import { CityworksPage } from './cityworks-page.tsx';

/** `/integrations/{org}/{id}` */
const [, , org = '', id = ''] = location.pathname.split('/');

void startPage(<CityworksPage api={`/api/${org}/integrations/${id}`} />);
