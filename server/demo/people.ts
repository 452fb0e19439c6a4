import type { UserInput } from '../portal/community/create-user.ts';

/** The password of both demo accounts, said in the README. `npm run serve` refuses to start while an account has it. */
export const demoPassword = 'mapping-demo';

/** Demo accounts: an administrator and a member who publishes. */
export const demoPeople: readonly UserInput[] = [
  {
    username: 'ada',
    fullName: 'Ada Lovelace',
    email: 'ada@example.org',
    role: 'org_admin',
    description: 'Looks after the maps of the city.',
    password: demoPassword,
  },
  {
    username: 'grace',
    fullName: 'Grace Hopper',
    email: 'grace@example.org',
    role: 'org_publisher',
    description: 'Makes maps of streets and public transport.',
    password: demoPassword,
  },
];
