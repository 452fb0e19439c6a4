import { countForOrganisation } from '../platform/budgets/requester.ts';
import type { Identify } from '../platform/membership/identify.ts';

/** Counts each request for the organisation of its address once its sender is known: a member, or anyone else. */
export function countedIdentify(identify: Identify): Identify {
  return async (config, presented, options) => {
    try {
      const member = await identify(config, presented, options);
      await countForOrganisation(member?.username);
      return member;
    } catch (error) {
      await countForOrganisation(undefined);
      throw error;
    }
  };
}
