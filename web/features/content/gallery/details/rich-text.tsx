import { styled } from '@mui/material/styles';
import createPurify from 'dompurify';
import { useMemo } from 'react';
import { textSizes } from '../../../../ui/sizes.ts';

/** HTML that authors may use: text and structure, nothing that loads, runs, or covers the page. */
const rules = {
  ALLOWED_TAGS: (
    'a b blockquote br code div em h1 h2 h3 h4 h5 h6 hr i li ol p pre s span strong sub sup ' +
    'table tbody td th thead tr u ul'
  ).split(' '),
  ALLOWED_ATTR: ['href', 'dir', 'lang'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
};

/** Untrusted HTML text of the portal, sanitised (docs/portal-content.md). */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => sanitise(html), [html]);
  return <Prose dir="auto" dangerouslySetInnerHTML={{ __html: clean }} />;
}

/** Sanitized HTML, as a trusted type where browsers support it. Links open in a new tab without a referrer. */
export function sanitise(html: string): string {
  purifier ??= createPurifier();
  // React passes the trusted type on to the browser, although its types allow only strings.
  return purifier.sanitize(html, { ...rules, RETURN_TRUSTED_TYPE: true }) as unknown as string;
}

let purifier: ReturnType<typeof createPurify> | undefined;

function createPurifier() {
  const purify = createPurify(window);
  purify.addHook('afterSanitizeAttributes', (element) => {
    if (element.tagName !== 'A') return;
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer nofollow');
  });
  return purify;
}

const Prose = styled('div')(({ theme }) => ({
  overflowWrap: 'anywhere',
  overflowX: 'auto',
  '& p, & ul, & ol': { marginBlock: '0 8px' },
  '& a': { color: theme.vars.palette.primary.readable },
  '& h1, & h2, & h3, & h4, & h5, & h6': { fontSize: textSizes.large, margin: '12px 0 4px' },
}));
