import { describe, expect, it } from 'vitest';
import type { FormArgument, ValueForm } from '../api/types';
import { explained, formOf } from './valueForms';

const argument = (name: string, more: Partial<FormArgument> = {}): FormArgument => ({
  name,
  allowed: 'a number',
  description: '',
  required: true,
  repeated: false,
  keyed: false,
  ...more,
});
const form = (written: string, more: Partial<ValueForm> = {}): ValueForm => ({
  name: written.split('(', 1)[0]!,
  form: written,
  description: 'some words',
  arguments: [],
  ...more,
});
const FORMS = [form('constant'), form('gamma(shape)'), form('csv(file)')];

describe('the form of a value', () => {
  it('is the one whose name it starts with', () => {
    expect(formOf(FORMS, 'gamma(2)')?.form).toBe('gamma(shape)');
    expect(formOf(FORMS, ' constant ')?.form).toBe('constant');
    expect(formOf(FORMS, 'gamm')).toBeUndefined();
    expect(formOf(FORMS, '')).toBeUndefined();
  });

  it('is that of the last value in a list, whose commas in parentheses do not count', () => {
    expect(formOf(FORMS, 'csv(a,b),gamma(')?.form).toBe('gamma(shape)');
    expect(formOf(FORMS, 'csv(a,gamma')?.form).toBe('csv(file)');
  });

  it('is explained with its arguments, their defaults and the rule between them', () => {
    expect(explained(form('constant'))).toBe('constant: some words');
    expect(
      explained(
        form('steps(low,high)', {
          arguments: [argument('low'), argument('high', { default: '9' })],
          rule: 'low < high',
        }),
      ),
    ).toBe('steps(low,high): some words; low: a number; high: a number, default 9; with low < high');
  });
});
