import { describe, expect, test } from 'vitest';
import { isSafeLink } from './safe-link.ts';

describe('link targets', () => {
  test.each([
    'https://example.org/a?b#c',
    'http://example.org',
    'HTTPS://EXAMPLE.ORG',
    'mailto:a@example.org',
    'tel:+7 7172 123',
    '/map/wid/1',
    '{website}',
    'photos/{id}.jpg',
  ])('%j may be followed', (target) => expect(isSafeLink(target)).toBe(true));

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'javascript\t:alert(1)',
    'javascript://%0aalert({id})',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    'intent://x#Intent;end',
    'https://',
  ])('%j may not be followed', (target) => expect(isSafeLink(target)).toBe(false));
});
