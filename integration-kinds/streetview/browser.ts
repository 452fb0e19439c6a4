import icon from '@mui/icons-material/StreetviewOutlined';
import messages from './messages/en.json';

export const streetview = { icon, messages };
