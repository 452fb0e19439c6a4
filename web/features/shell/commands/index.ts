/** The command palette (Ctrl K, ⌘ K): everything the product can do and open, found by typing. */
export { CommandButton, CommandsProvider } from './commands-provider.tsx';
export { MapCommands } from './map-commands.tsx';
