import { describe, expect, it } from 'vitest';
import { anonymous, memberCaller } from '../../../testing/rig/portal-data.ts';
import { requireMember } from './refusals.ts';

describe('requireMember', () => {
  it('returns the calling member', () => {
    const ada = memberCaller('ada');
    expect(requireMember(ada)).toBe(ada);
  });

  it('responds to anonymous callers with 499, which makes clients prompt for a sign-in', () => {
    const call = () => requireMember(anonymous);
    expect(call).toThrow('Token Required');
    expect(call).toThrow(expect.objectContaining({ id: 'portal:token-required', status: 499 }));
  });
});
