import icon from '@mui/icons-material/EngineeringOutlined';
import messages from './messages/en.json';

export const cityworks = { icon, messages };
