import definitions from './glossary.json';

/** The terms of the page, the command line and the documentation, in alphabetical order. */
export type Term = keyof typeof definitions;

export const TERMS = Object.keys(definitions) as Term[];

export function definitionOf(term: Term): string {
  return definitions[term];
}

/**
 * The definition of a word that may be a term, such as a state of a run; otherwise an empty text.
 */
export function definitionIfTerm(word: string): string {
  return Object.hasOwn(definitions, word) ? definitionOf(word as Term) : '';
}
