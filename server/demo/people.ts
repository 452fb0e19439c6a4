import { organisationOf, type Owner } from '../../examples/astana/content-item.ts';
import type { UserInput } from '../portal/community/create-user.ts';

/**
 * The password of the demo accounts, documented in the README. `npm run serve` refuses to start while an
 * account has it.
 */
export const demoPassword = 'mapping-demo';

/** A demo account, and the organisation it belongs to. */
export interface DemoPerson extends UserInput {
  organisation: string;
}

const people: readonly (UserInput & { username: Owner })[] = [
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
  {
    username: 'hedy',
    fullName: 'Hedy Lamarr',
    email: 'hedy@example.org',
    role: 'org_admin',
    description: 'Looks after the maps of the water board.',
    password: demoPassword,
  },
];

/** An administrator and a publisher of the city, and an administrator of the water board. */
export const demoPeople: readonly DemoPerson[] = people.map((person) => ({
  ...person,
  organisation: organisationOf[person.username],
}));
