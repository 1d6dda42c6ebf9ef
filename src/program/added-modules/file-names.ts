/** Names of the configuration file of a shop, in the order in which they are looked for. */
export const configurationFileNames = ['souk.config.ts', 'souk.config.mjs', 'souk.config.js'];
