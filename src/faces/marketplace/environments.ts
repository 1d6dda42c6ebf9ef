/** The two places that packages are submitted to: one to try it out, one in earnest. They share nothing but the program. */
export const environments = ['sandbox', 'production'] as const;
/** Name of an environment. */
export type Environment = (typeof environments)[number];
