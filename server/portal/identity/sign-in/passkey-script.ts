import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html } from '../../../platform/http/html.ts';

const script = readFileSync(new URL('passkey.js', import.meta.url), 'utf8');

/** The script of the sign-in page, and the hash by which Content-Security-Policy allows it. */
export const passkeyScript = new Html(`<script>${script}</script>`);
export const passkeyScriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}`;
