/** The version of the ArcGIS REST API that this portal implements; clients parse it as a number. */
export const currentVersion = '2026.1';
export const fullVersion = '2026.1.0';
