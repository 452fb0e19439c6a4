import { config } from 'zod';

// Pages make no code from text. To find that out, zod would try, and browsers would report it.
config({ jitless: true });
