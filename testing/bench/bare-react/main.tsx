import Button from '@mui/material/Button';
import { createRoot } from 'react-dom/client';

/** A minimal page with one button of the component library, the baseline of the product's header. */
const root = document.getElementById('root');
if (root) createRoot(root).render(<Button variant="contained">Map</Button>);
