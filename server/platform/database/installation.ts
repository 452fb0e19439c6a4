/**
 * The installation's own portal organisation: the first migration that knows organisations makes it. What belonged to the
 * installation before belongs to it, and it answers at the root addresses `/portal` and `/server`.
 */
export const installationOrgId = 'mapping';
