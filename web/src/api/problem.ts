/** One refused value: which field, what was said, what is allowed. */
export interface FieldProblem {
  field: string;
  value: string | null;
  allowed: string | null;
  detail: string;
}

/** A refusal by the server (RFC 9457), or the lack of an answer (status 0). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly fields: FieldProblem[] = [],
  ) {
    super(detail);
    this.name = 'Problem';
  }

  /** What is wrong with one field, if it is this one that was refused. */
  of(field: string): FieldProblem | undefined {
    return this.fields.find((refused) => refused.field === field);
  }
}

function text(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fieldOf(raw: Record<string, unknown>, detail: string): FieldProblem | null {
  const field = text(raw['field']);
  if (field === null) return null;
  return {
    field,
    value: text(raw['value']),
    allowed: text(raw['allowed']),
    detail: text(raw['detail']) ?? detail,
  };
}

/** Reads a problem document; anything else that failed becomes a sentence as well. */
export function problemOf(status: number, body: unknown): Problem {
  if (typeof body !== 'object' || body === null) {
    return new Problem(status, 'Refused', `The server answered with status ${status}.`);
  }
  const raw = body as Record<string, unknown>;
  const title = text(raw['title']) ?? 'Refused';
  const detail = text(raw['detail']) ?? title;
  const fields: FieldProblem[] = [];
  const errors = Array.isArray(raw['errors']) ? raw['errors'] : [];
  for (const error of [raw, ...errors]) {
    if (typeof error !== 'object' || error === null) continue;
    const field = fieldOf(error as Record<string, unknown>, detail);
    if (field && !fields.some((known) => known.field === field.field)) fields.push(field);
  }
  return new Problem(status, title, detail, fields);
}

/** What was said of a spec that was typed here and not read from a file: `request:3: …`. */
export function aboutSpec(detail: string): string {
  return detail.replace(/^request:(\d+): /, 'line $1: ').replace(/^request: /, '');
}

/** A sentence for the user, whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
