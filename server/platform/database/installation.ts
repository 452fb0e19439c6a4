/**
 * The installation's own portal organisation, created by the first migration that knows organisations. It
 * owns what belonged to the installation before, and has the root addresses `/portal` and `/server`.
 */
export const installationOrgId = 'mapping';
