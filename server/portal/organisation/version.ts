/** The version of the ArcGIS REST API this portal speaks; clients read it as a number (portal-wire §2). */
export const currentVersion = '2026.1';
export const fullVersion = '2026.1.0';
