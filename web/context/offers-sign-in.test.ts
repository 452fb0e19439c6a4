import { expect, it } from 'vitest';
import { filesWith } from '../../testing/web/product-sources.ts';

/** Files that sign in without asking whether that is offered, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'web/features/sharing/joining/join-view.tsx': 'An invitation leads to the portal itself.',
};

it('every button for the sign-in asks whether it is offered', () => {
  const asking = new Set(filesWith(/useOffersSignIn\(\)/));
  const signingIn = filesWith(/\bsignIn\b[^}\n]*\} = useIdentity\(\)/);
  expect(signingIn.length).toBeGreaterThan(10);
  expect(signingIn.filter((file) => !asking.has(file))).toEqual(Object.keys(exceptions));
});
