import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html } from '../../../platform/http/html.ts';

const script = readFileSync(new URL('link-script.js', import.meta.url), 'utf8');

/** The only script of the page for a new password, and the hash by which Content-Security-Policy allows it. */
export const linkScript = new Html(`<script>${script}</script>`);
export const linkScriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}`;
