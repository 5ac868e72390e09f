import type { ValueForm } from '../api/types';

/** The form of the last value in a list; undefined if its name is not a form yet. */
export function formOf(forms: ValueForm[], value: string): ValueForm | undefined {
  let depth = 0;
  let start = 0;
  for (let i = 0; i < value.length; i++) {
    if (value[i] === '(') depth++;
    else if (value[i] === ')') depth--;
    else if (value[i] === ',' && depth === 0) start = i + 1;
  }
  const name = value.slice(start).split('(', 1)[0]!.trim();
  return forms.find((form) => form.name === name);
}

/** The allowed values of a form's arguments: `gamma(shape): shape a number from 0.1 to 100`. */
export function explained(form: ValueForm): string {
  const parts = form.arguments
    .map((argument) => {
      const is = [argument.allowed, argument.default ? `default ${argument.default}` : '']
        .filter(Boolean)
        .join(', ');
      return is ? `${argument.name}: ${is}` : argument.name;
    })
    .concat(form.rule ? [`with ${form.rule}`] : []);
  return parts.length === 0
    ? `${form.form}: ${form.description}`
    : `${form.form}: ${form.description}; ${parts.join('; ')}`;
}
