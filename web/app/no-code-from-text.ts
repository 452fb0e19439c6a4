import { config } from 'zod';

// The page's policy forbids `eval`. Without this setting zod would probe for it, and browsers would report a violation.
config({ jitless: true });
