/** A rejected value: its field, the message, and the allowed values. */
export interface FieldProblem {
  field: string;
  value: string | null;
  allowed: string | null;
  detail: string;
}

/** An error response of the server (RFC 9457), or a missing response (status 0). */
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

  /** The problem of this field, if it was rejected. */
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

/** Parses a problem document. Any other body becomes a generic message. */
export function problemOf(status: number, body: unknown): Problem {
  if (typeof body !== 'object' || body === null) {
    return new Problem(status, 'Rejected', `The server answered with status ${status}.`);
  }
  const raw = body as Record<string, unknown>;
  const title = text(raw['title']) ?? 'Rejected';
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

/** The message about a spec that was typed in the page, without the file prefix `request:3: `. */
export function aboutSpec(detail: string): string {
  return detail.replace(/^request:(\d+): /, 'line $1: ').replace(/^request: /, '');
}

/** The message of any thrown value, for the user. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
