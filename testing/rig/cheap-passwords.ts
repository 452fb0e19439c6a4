import { hashPasswordsAt } from '../../server/portal/identity/password.ts';

// A real hash takes a tenth of a second, and these tests sign in by the thousand. Servers in processes of their own keep it.
hashPasswordsAt({ N: 16, r: 1, p: 1 });
