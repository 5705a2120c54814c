import process from 'node:process';

/**
 * What a process of the product finds in its environment beside its settings: where programs are, and what Node
 * has compiled before, without which a start takes half as long again.
 */
export const CHILD_ENVIRONMENT = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
