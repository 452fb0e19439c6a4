import { hashPasswordsAt } from '../../server/portal/identity/password.ts';

// A real hash takes a tenth of a second, and these tests sign in thousands of times. Servers in their own
// processes keep the real cost.
hashPasswordsAt({ N: 16, r: 1, p: 1 });
