import icon from '@mui/icons-material/PanoramaPhotosphereOutlined';
import messages from './messages/en.json';

export const panorama = { icon, messages };
