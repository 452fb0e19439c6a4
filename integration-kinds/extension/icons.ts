/** The icons an extension may have, by their names in Calcite, which draws the buttons of popups. */
export const extensionIcons = [
  'puzzle-piece',
  'pin',
  'search',
  'list',
  'graph-bar',
  'camera',
  'wrench',
  'file-text',
] as const;

export type ExtensionIcon = (typeof extensionIcons)[number];
