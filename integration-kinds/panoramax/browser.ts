import icon from '@mui/icons-material/PanoramaPhotosphereOutlined';
import messages from './messages/en.json';

export const panoramax = { icon, messages };
