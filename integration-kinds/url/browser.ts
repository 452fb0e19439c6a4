import icon from '@mui/icons-material/OpenInBrowserOutlined';

export const url = { icon, messages: {} };
