export const messages = Object.assign(
  {},
  ...Object.values(import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' })),
) as Record<string, string>;
